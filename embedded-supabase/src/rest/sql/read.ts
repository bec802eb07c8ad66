import { isAggregate } from '../plan/read.ts'
import type {
  PlannedEmbed,
  PlannedField,
  PlannedItem,
  PlannedOrder,
  PlannedValue,
  ReadPlan,
  Source,
} from '../plan/types.ts'
import type { ColumnPair } from '../schema-cache/types.ts'
import { FOUND, fieldSql, whereSql } from './filter.ts'
import { identifier, type Params, qualified } from './params.ts'

/** The `select` of a plan, without its wrapping into JSON. */
export function readSql(plan: ReadPlan, params: Params): string {
  const list = plan.items.flatMap((item) => itemSql(plan, item, params))
  const joins = joinsSql(plan, params)
  const where = whereSql(plan.where, plan.alias, params)
  return `select ${list.join(', ')} from ${sourceSql(plan.source)} ${plan.alias}${joins}${where}${groupSql(plan)}${orderSql(plan, params)}${rangeSql(plan, params)}`
}

/** How many rows the plan has without its range. */
export function countSql(plan: ReadPlan, params: Params): string {
  if (plan.items.some(isAggregate))
    return `select count(*) from (${readSql({ ...plan, order: [], range: { offset: 0 } }, params)}) c`
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

function itemSql(plan: ReadPlan, item: PlannedItem, params: Params): string[] {
  switch (item.kind) {
    case 'all':
      return [`${plan.alias}.*`]
    case 'value':
      return [`${valueSql(item, plan.alias, params)} as ${identifier(item.as)}`]
    case 'embed':
      return embedItemSql(item.embed, plan.items.some(isAggregate))
  }
}

function valueSql({ field, cast, aggregate, aggregateCast }: PlannedValue, alias: string, params: Params): string {
  const raw = field ? fieldSql(field, alias, params) : '*'
  return aggregateSql(cast ? `cast(${raw} as ${cast})` : raw, aggregate, aggregateCast)
}

function aggregateSql(value: string, aggregate: string | undefined, cast: string | undefined): string {
  if (!aggregate) return value
  return cast ? `cast(${aggregate}(${value}) as ${cast})` : `${aggregate}(${value})`
}

/** What an embedded resource adds to its parent's list; groups need `jsonb`, which can be compared. */
function embedItemSql(embed: PlannedEmbed, grouped: boolean): string[] {
  const { alias, name, spread, toOne, plan, lifted } = embed
  const comparable = grouped ? '::jsonb' : ''
  if (spread) {
    return outputNames(plan).map((key) => {
      const column = `${alias}.${identifier(key)}`
      const aggregate = lifted.find(({ as }) => as === key)
      if (aggregate)
        return `${aggregateSql(column, aggregate.aggregate, aggregate.aggregateCast)} as ${identifier(key)}`
      return toOne ? `${column} as ${identifier(key)}` : `coalesce(${column}, '[]')${comparable} as ${identifier(key)}`
    })
  }
  if (plan.items.length === 0) return []
  return [`${toOne ? `${alias}.body` : `coalesce(${alias}.body, '[]')`}${comparable} as ${identifier(name)}`]
}

function outputNames(plan: ReadPlan): string[] {
  return plan.items.flatMap((item) => {
    if (item.kind === 'value') return [item.as]
    if (item.kind === 'embed')
      return item.embed.spread
        ? outputNames(item.embed.plan)
        : item.embed.plan.items.length > 0
          ? [item.embed.name]
          : []
    return []
  })
}

function joinsSql(plan: ReadPlan, params: Params): string {
  return plan.embeds.map((embed) => joinSql(plan, embed, params)).join('')
}

/** The lateral join of an embedded resource; its {@link FOUND} is null when there is none. */
function joinSql(parent: ReadPlan, embed: PlannedEmbed, params: Params): string {
  const rows = embedRowsSql(parent, embed, params)
  const condition = embed.inner ? `${embed.alias}.${FOUND} is not null` : 'true'
  return ` ${embed.inner ? 'join' : 'left join'} lateral (${embed.toOne ? toOneSql(parent, embed, rows) : toManySql(embed, rows)}) ${embed.alias} on ${condition}`
}

const RELATED = 'order ' as const

/** Columns of the resource that its parent sorts by, under names that no answer can have. */
function relatedOrders(parent: ReadPlan, embed: PlannedEmbed): PlannedOrder[] {
  return parent.order.filter((term) => term.embed === embed)
}

function toOneSql(parent: ReadPlan, embed: PlannedEmbed, rows: string): string {
  const related = relatedOrders(parent, embed).map((_, i) => `, x.${identifier(`${RELATED}${i}`)}`)
  if (embed.spread) return `select x.*, true as ${FOUND} from (${rows}) x`
  if (related.length === 0) return `select row_to_json(x) as body, true as ${FOUND} from (${rows}) x`
  return `select x.body, true as ${FOUND}${related.join('')} from (${rows}) x`
}

function toManySql({ spread, plan }: PlannedEmbed, rows: string): string {
  if (!spread) return `select json_agg(x) as body, case when count(*) > 0 then true end as ${FOUND} from (${rows}) x`
  const lists = outputNames(plan).map((name) => `json_agg(x.${identifier(name)}) as ${identifier(name)}`)
  return `select ${[...lists, `case when count(*) > 0 then true end as ${FOUND}`].join(', ')} from (${rows}) x`
}

function embedRowsSql(parent: ReadPlan, embed: PlannedEmbed, params: Params): string {
  const { plan, relationship } = embed
  const list = plan.items.flatMap((item) => itemSql(plan, item, params)).join(', ')
  const related = relatedOrders(parent, embed).map(
    ({ field }, i) => `${fieldSql(field, plan.alias, params)} as ${identifier(`${RELATED}${i}`)}`,
  )
  const wrap = embed.toOne && !embed.spread && related.length > 0
  const selected = wrap ? `(select row_to_json(r) from (select ${list}) r) as body` : list
  const joins = joinsSql(plan, params)
  const junction = relationship.kind === 'many-to-many' ? `, ${qualified(relationship.junction)} ${embed.alias}x` : ''
  const where = whereSql(plan.where, plan.alias, params, joinConditions(parent, embed))
  return `select ${[selected, ...related].filter((part) => part !== '').join(', ')} from ${embedSourceSql(parent, embed)} ${plan.alias}${joins}${junction}${where}${groupSql(plan)}${orderSql(plan, params)}${rangeSql(plan, params)}`
}

/** A table, or the function that computes the rows from the parent's row. */
function embedSourceSql(parent: ReadPlan, { relationship, plan }: PlannedEmbed): string {
  if (relationship.kind !== 'computed') return sourceSql(plan.source)
  return `${qualified(relationship.routine)}(${parent.alias}::${qualified(relationship.origin)})`
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

/** Groups by the places of all items that are no aggregates. */
function groupSql(plan: ReadPlan): string {
  if (!plan.items.some(isAggregate)) return ''
  const places: number[] = []
  let place = 0
  for (const item of plan.items) {
    if (item.kind === 'value') {
      place += 1
      if (!item.aggregate) places.push(place)
    } else if (item.kind === 'embed') {
      const lifted = new Set(item.embed.lifted.map(({ as }) => as))
      const names = item.embed.spread
        ? outputNames(item.embed.plan)
        : item.embed.plan.items.length > 0
          ? [item.embed.name]
          : []
      for (const name of names) {
        place += 1
        if (!lifted.has(name)) places.push(place)
      }
    }
  }
  return places.length === 0 ? '' : ` group by ${places.join(', ')}`
}

function orderSql(plan: ReadPlan, params: Params): string {
  const seen = new Map<PlannedEmbed, number>()
  const terms = plan.order.map(({ field, embed, direction, nulls }) => {
    const how = `${direction ? ` ${direction}` : ''}${nulls ? ` nulls ${nulls}` : ''}`
    if (!embed) return `${fieldSql(field, plan.alias, params)}${how}`
    const position = seen.get(embed) ?? 0
    seen.set(embed, position + 1)
    return `${embed.alias}.${identifier(liftedAs(embed, field) ?? `${RELATED}${position}`)}${how}`
  })
  return terms.length === 0 ? '' : ` order by ${terms.join(', ')}`
}

/** The name under which a spread resource gives a column to its parent, by which groups know it. */
function liftedAs({ spread, plan }: PlannedEmbed, { name, path }: PlannedField): string | undefined {
  if (!spread || path.length > 0) return undefined
  for (const item of plan.items) {
    if (item.kind === 'value' && item.field?.name === name && item.field.path.length === 0 && !item.cast) return item.as
  }
  return undefined
}

function rangeSql({ range }: ReadPlan, params: Params): string {
  const limit = range.limit === undefined ? '' : ` limit ${params.add(range.limit)}`
  return `${limit}${range.offset === 0 ? '' : ` offset ${params.add(range.offset)}`}`
}
