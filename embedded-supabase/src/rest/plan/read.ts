import { requestErrors, schemaErrors } from '../errors.ts'
import type { LogicTerm } from '../request/logic.ts'
import type { OrderTerm } from '../request/order.ts'
import type { At, QueryParams } from '../request/query-string.ts'
import type { RowRange } from '../request/range.ts'
import type { SelectEmbed, SelectField, SelectItem } from '../request/select.ts'
import type { PlanContext } from './context.ts'
import { columnsOf, hasColumn, hasShownColumns, outputName, planCast, planField } from './fields.ts'
import { findRelationship, isToOne } from './relationships.ts'
import type {
  PlannedEmbed,
  PlannedField,
  PlannedItem,
  PlannedOrder,
  PlannedTerm,
  PlannedValue,
  ReadPlan,
  Source,
} from './types.ts'

/**
 * How errors name a level: as PostgREST's own SQL would, whose aliases end with the depth. A level that `lifts` leaves
 * its aggregates to the level above.
 */
type Place = { name: string; depth: number; lifts?: boolean }

/** The parts of the query that still have to find their level. */
type Clauses = Pick<QueryParams, 'filters' | 'orders' | 'limits' | 'offsets'>

/**
 * Plans a read of `source` with all that is embedded in it.
 * @param rootFilters false for writes, whose filters choose the written rows instead.
 * @throws PGRST108, 118, 120, 123, 200, 201, 42703, 42704
 */
export function planRead(
  context: PlanContext,
  source: Source,
  query: QueryParams,
  range: RowRange,
  rootFilters = true,
): ReadPlan {
  const filters = rootFilters ? query.filters : query.filters.filter(({ path }) => path.length > 0)
  const name = source.kind === 'result' ? source.name : source.table.name
  return planLevel(context, source, { name, depth: 0 }, query.select, { ...query, filters }, range)
}

function planLevel(
  context: PlanContext,
  source: Source,
  place: Place,
  select: SelectItem[],
  clauses: Clauses,
  range: RowRange,
): ReadPlan {
  const embeds: PlannedEmbed[] = []
  const shownAs = place.depth === 0 ? place.name : `${place.name}_${place.depth}`
  checkNames(select, place)
  for (const list of Object.values(pickClauses(clauses))) for (const { path } of list) checkPath(path, select)
  // Relationships first: in PostgREST columns are PostgreSQL's to refuse, when all else is settled.
  const planned = new Map<SelectItem, PlannedItem>()
  for (const item of select) {
    if (item.kind === 'field') continue
    const embed = planEmbed(context, source, place, item, clausesOf(clauses, select, item))
    embeds.push(embed)
    planned.set(item, { kind: 'embed', embed })
  }
  const items = select.flatMap((item): PlannedItem | [] => {
    if (item.kind === 'embed') return planned.get(item) ?? []
    return planSelectField(context, source, shownAs, item, select.length === 1 && isRowCount(source, item))
  })
  const level = { source, shownAs, embeds }
  return {
    source,
    alias: `t${context.nextAlias()}`,
    items: spelledOut(source, items),
    where: here(clauses.filters).map((term) => planTerm(level, term)),
    order: here(clauses.orders)
      .flat()
      .map((term) => planOrder(level, term)),
    range,
    embeds,
  }
}

const pickClauses = ({ filters, orders, limits, offsets }: Clauses): Record<string, At<unknown>[]> => ({
  filters,
  orders,
  limits,
  offsets,
})

function checkPath([name]: string[], select: SelectItem[]): void {
  if (name !== undefined && !embedAt(select, name)) throw requestErrors.notEmbedded(name)
}

/** The embedded resource that a path means: by the name that it has in the answer, else by its own. */
function embedAt(select: SelectItem[], name: string): SelectItem | undefined {
  const embeds = select.filter((item) => item.kind === 'embed')
  return embeds.find((item) => embedName(item) === name) ?? embeds.find(({ relation }) => relation === name)
}

const here = <T>(list: At<T>[]): T[] => list.filter(({ path }) => path.length === 0).map(({ value }) => value)

/** What applies inside one of the embedded resources. */
function clausesOf({ filters, orders, limits, offsets }: Clauses, select: SelectItem[], item: SelectEmbed): Clauses {
  const below = <T>(list: At<T>[]): At<T>[] =>
    list
      .filter(({ path: [name] }) => name !== undefined && embedAt(select, name) === item)
      .map(({ path, value }) => ({ path: path.slice(1), value }))
  return { filters: below(filters), orders: below(orders), limits: below(limits), offsets: below(offsets) }
}

/** @throws 42712 for two resources of one name, which the answer could not tell apart */
function checkNames(select: SelectItem[], place: Place): void {
  const names = new Set<string>()
  for (const item of select) {
    if (item.kind !== 'embed') continue
    const name = embedName(item)
    if (names.has(name)) throw schemaErrors.sameEmbed(`${place.name}_${name}_${place.depth + 1}`)
    names.add(name)
  }
}

const embedName = ({ alias, relation }: SelectEmbed): string => alias ?? relation

/** PostgreSQL reads `rows.count` as `count(rows)` where there is no such column, so this needs no setting. */
function isRowCount(source: Source, { field: { name, path }, aggregate }: SelectField): boolean {
  return name === 'count' && path.length === 0 && !aggregate && !hasColumn(source, name)
}

function planSelectField(
  context: PlanContext,
  source: Source,
  shownAs: string,
  item: SelectField,
  countsRows: boolean,
): PlannedItem {
  const { field, aggregate } = item
  if (countsRows) {
    const cast = item.cast === undefined ? {} : { aggregateCast: planCast(context, item.cast) }
    return { kind: 'value', as: item.alias ?? 'count', aggregate: 'count', ...cast }
  }
  if (aggregate && !context.aggregatesEnabled) throw requestErrors.aggregates()
  if (field.name === '*' && field.path.length === 0 && !aggregate) return { kind: 'all' }
  return {
    kind: 'value',
    as: item.alias ?? aggregate ?? outputName(field),
    ...(field.name === '*' ? {} : { field: planField(source, shownAs, field) }),
    ...(item.cast === undefined ? {} : { cast: planCast(context, item.cast) }),
    ...(aggregate ? { aggregate } : {}),
    ...(item.aggregateCast === undefined ? {} : { aggregateCast: planCast(context, item.aggregateCast) }),
  }
}

/** `*` is spelled out where columns are shown by functions, and beside an aggregate, where all other items form groups. */
function spelledOut(source: Source, items: PlannedItem[]): PlannedItem[] {
  if (!items.some(isAggregate) && !hasShownColumns(source)) return items
  return items.flatMap((item) => (item.kind === 'all' ? allColumns(source) : [item]))
}

export function isAggregate(item: PlannedItem): boolean {
  if (item.kind === 'value') return item.aggregate !== undefined
  if (item.kind === 'all' || !item.embed.spread || !item.embed.toOne || item.embed.passesOn) return false
  return item.embed.plan.items.some(isLifted)
}

function isLifted(item: PlannedItem): boolean {
  if (item.kind === 'value') return item.lifted !== undefined
  return item.kind === 'embed' && item.embed.passesOn && item.embed.plan.items.some(isLifted)
}

function allColumns(source: Source): PlannedValue[] {
  return columnsOf(source).map((name) => ({
    kind: 'value',
    as: name,
    field: planField(source, name, { name, path: [] }),
  }))
}

function planEmbed(
  context: PlanContext,
  source: Source,
  place: Place,
  item: SelectEmbed,
  inside: Clauses,
): PlannedEmbed {
  const origin = source.table
  if (!origin) {
    const name = source.kind === 'result' ? source.name : ''
    throw schemaErrors.noRelationship(name, item.relation, context.schema, item.hint, null)
  }
  const relationship = findRelationship(context, origin, item.relation, item.hint)
  const name = embedName(item)
  const { target } = relationship
  const alias = `j${context.nextAlias()}`
  const toOne = isToOne(relationship)
  const range = embedRange(inside, toOne ? undefined : context.maxRows)
  const liftsInto = item.spread && toOne
  const inner = { name: target.name, depth: place.depth + 1, lifts: liftsInto }
  const plan = planLevel(context, { kind: 'table', table: target }, inner, item.select, inside, range)
  const passesOn = liftsInto && place.lifts === true
  const embed = { name, alias, relationship, toOne, inner: item.join === 'inner', spread: item.spread, passesOn, plan }
  return item.spread ? { ...embed, plan: { ...plan, items: spreadItems(plan, toOne) } } : embed
}

/** Without a limit of its own a to-one resource can be joined like any table. */
function embedRange({ limits, offsets }: Clauses, maxRows: number | undefined): RowRange {
  const [wanted = maxRows] = here(limits)
  const offset = here(offsets)[0] ?? 0
  return wanted === undefined ? { offset } : { offset, limit: Math.min(wanted, maxRows ?? wanted) }
}

const SPREAD_AGGREGATES = 'Aggregates are not implemented for one-to-many or many-to-many spreads.'

/**
 * The items of a spread resource, with `*` spelled out. The parent of a to-one resource groups by what is lifted
 * from it, so it computes the aggregates too.
 */
function spreadItems({ source, items }: ReadPlan, toOne: boolean): PlannedItem[] {
  return items.flatMap((item): PlannedItem[] => {
    if (item.kind === 'all') return allColumns(source)
    if (!toOne && isAggregate(item)) throw requestErrors.notImplemented(SPREAD_AGGREGATES)
    if (!toOne || item.kind !== 'value' || !item.aggregate) return [item]
    const { aggregate, aggregateCast, ...raw } = item
    return [{ ...raw, lifted: { aggregate, ...(aggregateCast === undefined ? {} : { cast: aggregateCast }) } }]
  })
}

type Level = { source: Source; shownAs: string; embeds: PlannedEmbed[] }

function planTerm(level: Level, term: LogicTerm): PlannedTerm {
  if (term.kind !== 'filter') return { ...term, terms: term.terms.map((inner) => planTerm(level, inner)) }
  const { field, negated, operation } = term
  const embed = field.path.length === 0 ? level.embeds.find(({ name }) => name === field.name) : undefined
  if (embed) {
    const value = operation.kind === 'is' ? operation.value : undefined
    if (value === 'null' || value === 'not_null') {
      return { kind: 'null-embed', embed, isNull: (value === 'null') !== negated }
    }
    // A column may have the name of what is embedded by it.
    if (!hasColumn(level.source, field.name)) throw requestErrors.embedFilter(field.name)
  }
  return { kind: 'filter', field: planField(level.source, level.shownAs, field), negated, operation }
}

/** Plans filters that stand alone, on the rows that a write changes. @throws 42703 */
export function planWhere(source: Source, shownAs: string, filters: At<LogicTerm>[]): PlannedTerm[] {
  return here(filters).map((term) => planTerm({ source, shownAs, embeds: [] }, term))
}

function planOrder(level: Level, { relation, field, direction, nulls }: OrderTerm): PlannedOrder {
  const how = { ...(direction ? { direction } : {}), ...(nulls ? { nulls } : {}) }
  if (relation === undefined) return { field: planField(level.source, level.shownAs, field), ...how }
  const embed = level.embeds.find(({ name }) => name === relation)
  if (!embed) throw requestErrors.notEmbedded(relation)
  if (!embed.toOne) throw requestErrors.relatedOrder(level.shownAs, relation)
  const aliased = embed.spread && field.path.length === 0 ? aliasedField(embed.plan, field.name) : undefined
  if (aliased) return { field: aliased, embed, ...how }
  return { field: planField(embed.plan.source, embed.plan.source.table?.name ?? relation, field), embed, ...how }
}

/** The column that a spread resource shows under another name, which the order may use as well. */
function aliasedField({ source, items }: ReadPlan, name: string): PlannedField | undefined {
  if (hasColumn(source, name)) return undefined
  const found = items.find((item) => item.kind === 'value' && item.as === name && !item.lifted)
  return found?.kind === 'value' ? found.field : undefined
}
