import { isAggregate } from '../plan/read.ts'
import type { PlannedEmbed, PlannedField, PlannedOrder, ReadPlan, Source } from '../plan/types.ts'
import type { ColumnPair } from '../schema-cache/types.ts'
import { FOUND, fieldSql, whereSql } from './filter.ts'
import { identifier, type Params, qualified, weighed } from './params.ts'
import { groupSql, keysOf, listSql, placeName, placesSql } from './select-list.ts'

/** The `select` of a plan, without its wrapping into JSON. */
export function readSql(plan: ReadPlan, params: Params): string {
  const list = listSql(plan, params)
  const where = whereSql(plan.where, plan.alias, params)
  return `select ${list} from ${sourceSql(plan.source)} ${plan.alias}${joinsSql(plan, params)}${where}${tailSql(plan, params)}`
}

/** How many rows the plan has without its range. */
export function countSql(plan: ReadPlan, params: Params): string {
  if (plan.items.some(isAggregate)) {
    return `select count(*) from (${readSql({ ...plan, order: [], range: { offset: 0 } }, params)}) c`
  }
  const needed = plan.embeds.filter((embed) => embed.inner || filtersOn(plan.where, embed))
  const joins = joinsSql({ ...plan, embeds: needed, order: [] }, params)
  return `select count(*) from ${sourceSql(plan.source)} ${plan.alias}${joins}${whereSql(plan.where, plan.alias, params)}`
}

function filtersOn(terms: ReadPlan['where'], embed: PlannedEmbed): boolean {
  return terms.some((term) => {
    if (term.kind === 'null-embed') return term.embed === embed
    return term.kind !== 'filter' && filtersOn(term.terms, embed)
  })
}

const sourceSql = (source: Source): string => (source.kind === 'result' ? 'src' : qualified(source.table))

function joinsSql(plan: ReadPlan, params: Params): string {
  return plan.embeds.map((embed) => joinSql(plan, embed, params)).join('')
}

/** The lateral join of an embedded resource; its {@link FOUND} is null when there is none. */
function joinSql(parent: ReadPlan, embed: PlannedEmbed, params: Params): string {
  const related = parent.order.filter((term) => term.embed === embed)
  const rows = embedRowsSql(parent, embed, related, params)
  const lateral = embed.toOne ? toOneSql(embed, related, rows) : toManySql(embed, rows, params)
  const condition = embed.inner ? `${embed.alias}.${FOUND} is not null` : 'true'
  return ` ${embed.inner ? 'join' : 'left join'} lateral (${lateral}) ${embed.alias} on ${condition}`
}

/** The name under which a to-one resource shows its parent a column to sort by. */
const relatedName = (index: number): string => `o${index}`

function toOneSql({ spread }: PlannedEmbed, related: PlannedOrder[], rows: string): string {
  if (spread) return `select x.*, true as ${FOUND} from (${rows}) x`
  if (related.length === 0) return `select row_to_json(x.*) as body, true as ${FOUND} from (${rows}) x`
  return `select x.body, true as ${FOUND}${related.map((_, i) => `, x.${relatedName(i)}`).join('')} from (${rows}) x`
}

function toManySql({ spread, plan }: PlannedEmbed, rows: string, { weighs }: Params): string {
  const found = `case when count(*) > 0 then true end as ${FOUND}`
  const list = (value: string) => (weighs ? weighed(`json_agg(${value})`) : `json_agg(${value})`)
  if (!spread) return `select ${list('x.*')} as body, ${found} from (${rows}) x`
  const lists = keysOf(plan).map((_, i) => `${list(`x.${placeName(i)}`)} as ${placeName(i)}`)
  return `select ${[...lists, found].join(', ')} from (${rows}) x`
}

function embedRowsSql(parent: ReadPlan, embed: PlannedEmbed, related: PlannedOrder[], params: Params): string {
  const { plan, relationship, spread, toOne, alias } = embed
  const list = spread ? placesSql(plan, params) : listSql(plan, params)
  const wrap = toOne && !spread && related.length > 0
  const selected = [
    wrap ? `(select row_to_json(r.*) from (select ${list}) r) as body` : list,
    ...related.map(({ field }, i) => `${fieldSql(field, plan.alias, params)} as ${relatedName(i)}`),
  ].filter((part) => part !== '')
  const junction = relationship.kind === 'many-to-many' ? `, ${qualified(relationship.junction)} ${alias}x` : ''
  const from = `${embedSourceSql(parent, embed)} ${plan.alias}${joinsSql(plan, params)}${junction}`
  const where = whereSql(plan.where, plan.alias, params, joinConditions(parent, embed))
  return `select ${selected.join(', ')} from ${from}${where}${tailSql(plan, params)}`
}

/** A table, or the function that computes the rows from the parent's row. */
function embedSourceSql(parent: ReadPlan, { relationship, plan }: PlannedEmbed): string {
  if (relationship.kind !== 'computed') return sourceSql(plan.source)
  return `${qualified(relationship.routine)}((${parent.alias}.*)::${qualified(relationship.origin)})`
}

function joinConditions(parent: ReadPlan, { relationship, plan, alias }: PlannedEmbed): string[] {
  const equal = (left: string, right: string) => (pair: ColumnPair) =>
    `${left}.${identifier(pair.from)} = ${right}.${identifier(pair.to)}`
  if (relationship.kind === 'computed') return []
  if (relationship.kind !== 'many-to-many') return relationship.columns.map(equal(parent.alias, plan.alias))
  const between = `${alias}x`
  return [
    ...relationship.originColumns.map(equal(parent.alias, between)),
    ...relationship.targetColumns.map(equal(between, plan.alias)),
  ]
}

function tailSql(plan: ReadPlan, params: Params): string {
  return `${groupSql(plan, params)}${orderSql(plan, params)}${rangeSql(plan, params)}`
}

function orderSql(plan: ReadPlan, params: Params): string {
  const seen = new Map<PlannedEmbed, number>()
  const terms = plan.order.map(({ field, embed, direction, nulls }) => {
    const how = `${direction ? ` ${direction}` : ''}${nulls ? ` nulls ${nulls}` : ''}`
    if (!embed) return `${fieldSql(field, plan.alias, params)}${how}`
    const index = seen.get(embed) ?? 0
    seen.set(embed, index + 1)
    return `${embed.alias}.${placeOf(embed, field) ?? relatedName(index)}${how}`
  })
  return terms.length === 0 ? '' : ` order by ${terms.join(', ')}`
}

/** The place under which a spread resource gives a column to its parent, by which groups know it. */
function placeOf({ spread, plan }: PlannedEmbed, { name, path }: PlannedField): string | undefined {
  if (!spread || path.length > 0) return undefined
  const index = keysOf(plan).findIndex(
    ({ item }) => item.kind === 'value' && item.field?.name === name && item.field.path.length === 0 && !item.cast,
  )
  return index < 0 ? undefined : placeName(index)
}

function rangeSql({ range }: ReadPlan, params: Params): string {
  const limit = range.limit === undefined ? '' : ` limit ${params.add(range.limit)}`
  return `${limit}${range.offset === 0 ? '' : ` offset ${params.add(range.offset)}`}`
}
