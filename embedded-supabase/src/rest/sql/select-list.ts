import { isAggregate } from '../plan/read.ts'
import type { PlannedEmbed, PlannedItem, PlannedValue, ReadPlan } from '../plan/types.ts'
import { fieldSql } from './filter.ts'
import { identifier, type Params } from './params.ts'

type Entry = { sql: string; as: string | undefined; aggregated: boolean }

/** The select list of a plan under the keys of the answer. */
export function listSql(plan: ReadPlan, params: Params): string {
  return entries(plan, params)
    .map(({ sql, as }) => (as === undefined ? sql : `${sql} as ${identifier(as)}`))
    .join(', ')
}

/** The select list of a spread resource under the names of places, since keys may repeat. */
export function placesSql(plan: ReadPlan, params: Params): string {
  return entries(plan, params)
    .map(({ sql }, i) => `${sql} as ${placeName(i)}`)
    .join(', ')
}

export const placeName = (index: number): string => `c${index}`

/** `group by` the places of all that is no aggregate; empty for a plan without aggregates. */
export function groupSql(plan: ReadPlan, params: Params): string {
  if (!plan.items.some(isAggregate)) return ''
  const places = entries(plan, params).flatMap(({ aggregated }, i) => (aggregated ? [] : [i + 1]))
  return places.length === 0 ? '' : ` group by ${places.join(', ')}`
}

/** The keys that the items of a spread resource give to its parent, in order. */
export function keysOf(plan: ReadPlan): Key[] {
  return plan.items.flatMap((item): Key[] => {
    if (item.kind === 'value') return [{ as: item.as, item, isJson: false, ...pick(item.lifted) }]
    if (item.kind === 'all') return []
    const { embed } = item
    if (!embed.spread) return showsNothing(embed.plan) ? [] : [{ as: embed.name, item, isJson: true }]
    return keysOf(embed.plan).map(({ as, isJson, lifted }) => ({
      ...{ as, item, isJson: isJson || !embed.toOne },
      ...pick(embed.passesOn ? lifted : undefined),
    }))
  })
}

/** A key that a spread resource gives to its parent; `lifted` is the aggregate that is still to be made of it. */
type Key = { as: string; item: PlannedItem; isJson: boolean; lifted?: PlannedValue['lifted'] }

const pick = (lifted: PlannedValue['lifted']) => (lifted ? { lifted } : {})

/** Whether a resource has no key in the answer: nothing is selected but resources that show nothing either. */
function showsNothing({ items }: ReadPlan): boolean {
  return items.every((item) => item.kind === 'embed' && showsNothing(item.embed.plan))
}

function entries(plan: ReadPlan, params: Params): Entry[] {
  const grouped = plan.items.some(isAggregate)
  return plan.items.flatMap((item): Entry[] => {
    if (item.kind === 'all') return [{ sql: `${plan.alias}.*`, as: undefined, aggregated: false }]
    if (item.kind === 'embed')
      return item.embed.spread ? spreadEntries(item.embed, grouped) : embedEntries(item.embed, grouped)
    return [{ sql: valueSql(item, plan.alias, params), as: item.as, aggregated: item.aggregate !== undefined }]
  })
}

function valueSql({ field, cast, aggregate, aggregateCast }: PlannedValue, alias: string, params: Params): string {
  // Rows that are counted further up count as long as they are there.
  const stored = field ? fieldSql(field, alias, params) : aggregate ? '*' : '1'
  const raw = field?.asJson === undefined || aggregate ? stored : `${field.asJson}(${stored})`
  return aggregateSql(cast ? `cast(${raw} as ${cast})` : raw, aggregate, aggregateCast)
}

function aggregateSql(value: string, aggregate: string | undefined, cast: string | undefined): string {
  if (!aggregate) return value
  return cast ? `cast(${aggregate}(${value}) as ${cast})` : `${aggregate}(${value})`
}

/** Groups need `jsonb`, which can be compared. */
const comparable = (grouped: boolean): string => (grouped ? '::jsonb' : '')

function embedEntries({ alias, name, toOne, plan }: PlannedEmbed, grouped: boolean): Entry[] {
  if (showsNothing(plan)) return []
  const body = toOne ? `${alias}.body` : `coalesce(${alias}.body, '[]')`
  return [{ sql: `${body}${comparable(grouped)}`, as: name, aggregated: false }]
}

function spreadEntries({ alias, toOne, passesOn, plan }: PlannedEmbed, grouped: boolean): Entry[] {
  return keysOf(plan).map(({ as, isJson, lifted }, i) => {
    const column = `${alias}.${placeName(i)}`
    if (!toOne) return { sql: `coalesce(${column}, '[]')${comparable(grouped)}`, as, aggregated: false }
    if (passesOn) return { sql: column, as, aggregated: false }
    const plain = `${column}${comparable(grouped && isJson)}`
    return {
      sql: lifted ? aggregateSql(column, lifted.aggregate, lifted.cast) : plain,
      as,
      aggregated: lifted !== undefined,
    }
  })
}
