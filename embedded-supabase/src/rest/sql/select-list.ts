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
export function keysOf(plan: ReadPlan): { as: string; item: PlannedItem }[] {
  return plan.items.flatMap((item): { as: string; item: PlannedItem }[] => {
    if (item.kind === 'value') return [{ as: item.as, item }]
    if (item.kind === 'all') return []
    const { embed } = item
    if (embed.spread) return keysOf(embed.plan).map(({ as }) => ({ as, item }))
    return embed.plan.items.length > 0 ? [{ as: embed.name, item }] : []
  })
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
  const raw = field ? fieldSql(field, alias, params) : '*'
  return aggregateSql(cast ? `cast(${raw} as ${cast})` : raw, aggregate, aggregateCast)
}

function aggregateSql(value: string, aggregate: string | undefined, cast: string | undefined): string {
  if (!aggregate) return value
  return cast ? `cast(${aggregate}(${value}) as ${cast})` : `${aggregate}(${value})`
}

/** Groups need `jsonb`, which can be compared. */
const comparable = (grouped: boolean): string => (grouped ? '::jsonb' : '')

function embedEntries({ alias, name, toOne, plan }: PlannedEmbed, grouped: boolean): Entry[] {
  if (plan.items.length === 0) return []
  const body = toOne ? `${alias}.body` : `coalesce(${alias}.body, '[]')`
  return [{ sql: `${body}${comparable(grouped)}`, as: name, aggregated: false }]
}

function spreadEntries({ alias, toOne, plan }: PlannedEmbed, grouped: boolean): Entry[] {
  return keysOf(plan).map(({ as, item }, i) => {
    const column = `${alias}.${placeName(i)}`
    if (!toOne) return { sql: `coalesce(${column}, '[]')${comparable(grouped)}`, as, aggregated: false }
    const lifted = item.kind === 'value' ? item.lifted : undefined
    const isJson = item.kind === 'embed' && !item.embed.spread
    const plain = `${column}${comparable(grouped && isJson)}`
    return {
      sql: lifted ? aggregateSql(column, lifted.aggregate, lifted.cast) : plain,
      as,
      aggregated: lifted !== undefined,
    }
  })
}
