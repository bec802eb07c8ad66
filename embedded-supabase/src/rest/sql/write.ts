import type { InsertPlan, PlannedField, PlannedTerm, ReadPlan, UpdatePlan, WritePlan } from '../plan/types.ts'
import type { Table } from '../schema-cache/types.ts'
import { whereSql } from './filter.ts'
import { identifier, literal, type Params, qualified } from './params.ts'

const ROWS = 'r'
/** Counts the rows that an upsert found there already; kept for the transaction only. */
export const UPDATED_ROWS = 'rest.updated_rows'

/**
 * The `insert`, `update` or `delete` of a plan.
 * @param body the JSON text of the payload, a parameter.
 * @param returning columns that the answer needs; `*` for all; without any nothing of the row is read.
 */
export function writeSql(plan: WritePlan, body: string, returning: string[], params: Params): string {
  switch (plan.kind) {
    case 'insert':
      return `${insertSql(plan, body, params)} returning ${returningSql(plan.table, 't0', returning)}`
    case 'update':
      if (plan.columns.length === 0) return nothingSql(plan, returning)
      return `${updateSql(plan, body, params)} returning ${returningSql(plan.table, plan.alias, returning)}`
    case 'delete': {
      const where = whereSql(plan.where, plan.alias, params)
      return `delete from ${qualified(plan.table)} as ${plan.alias}${where} returning ${returningSql(plan.table, plan.alias, returning)}`
    }
  }
}

/** An update without columns changes nothing and answers with no rows. */
function nothingSql({ table, alias }: UpdatePlan, returning: string[]): string {
  const from = returning.length === 0 ? '' : ` from ${qualified(table)} as ${alias}`
  return `select ${returningSql(table, alias, returning)}${from} where false`
}

function returningSql(table: Table, alias: string, columns: string[]): string {
  if (columns.length === 0) return '1 as one'
  return columns
    .map((name) => {
      if (name === '*') return `${alias}.*`
      const computed = table.columns.has(name) ? undefined : table.computed.get(name)
      if (!computed) return `${alias}.${identifier(name)}`
      return `${identifier(computed.routineSchema)}.${identifier(name)}(${alias}.*) as ${identifier(name)}`
    })
    .join(', ')
}

function insertSql(plan: InsertPlan, body: string, params: Params): string {
  const { table, columns, isArray, conflict } = plan
  const into = `insert into ${qualified(table)} as t0`
  if (columns.length === 0) {
    const rows = isArray ? ` select from json_array_elements(${params.add(body)}::json)` : ' default values'
    return `${into}${rows}${conflict ? ' on conflict do nothing' : ''}`
  }
  const names = columns.map(({ name }) => identifier(name))
  const list = names.map((name) => `${ROWS}.${name}`).join(', ')
  const rows = `${rowsSql(plan, body, params)}${whereSql(plan.only ?? [], ROWS, params)}`
  return `${into} (${names.join(', ')}) select ${list} from ${rows}${conflictSql(plan, names)}`
}

function conflictSql({ conflict }: InsertPlan, names: string[]): string {
  if (!conflict) return ''
  const target = ` on conflict (${conflict.columns.map(identifier).join(', ')})`
  if (conflict.resolution === 'ignore-duplicates') return `${target} do nothing`
  const assignments = names.map((name) => `${name} = excluded.${name}`).join(', ')
  const count = `coalesce(nullif(current_setting('${UPDATED_ROWS}', true), ''), '0')::int + 1`
  return `${target} do update set ${assignments} where set_config('${UPDATED_ROWS}', (${count})::text, true) is not null`
}

function updateSql(plan: UpdatePlan, body: string, params: Params): string {
  const { table, alias, columns, isArray } = plan
  const assignments = columns.map(({ name }) => `${identifier(name)} = ${ROWS}.${identifier(name)}`).join(', ')
  const rows = rowsSql(plan, body, params)
  const one = isArray ? `(select * from ${rows} limit 1) ${ROWS}` : rows
  return `update ${qualified(table)} as ${alias} set ${assignments} from ${one}${whereSql(plan.where, alias, params)}`
}

/** The payload as rows of the columns' types; PostgreSQL itself reads the JSON, so no number is rounded. */
function rowsSql(
  { columns, isArray, defaults }: Pick<InsertPlan, 'columns' | 'isArray' | 'defaults'>,
  body: string,
  params: Params,
): string {
  const read = recordSql({ columns, isArray, defaults }, params.add(body))
  if (!columns.some(({ fromJson }) => fromJson !== undefined)) return read
  const list = columns.map(({ name, fromJson }) => {
    const value = `${ROWS}.${identifier(name)}`
    return fromJson === undefined ? value : `${fromJson}(${value}) as ${identifier(name)}`
  })
  return `(select ${list.join(', ')} from ${read}) ${ROWS}`
}

function recordSql(
  { columns, isArray, defaults }: Pick<InsertPlan, 'columns' | 'isArray' | 'defaults'>,
  payload: string,
): string {
  const typed = columns.map(
    ({ name, type, fromJson }) => `${identifier(name)} ${fromJson === undefined ? type : 'json'}`,
  )
  const types = `as ${ROWS}(${typed.join(', ')})`
  const defaultsOf = columns.flatMap(({ name, default: expression }) =>
    expression === undefined ? [] : [`jsonb_build_object(${literal(name)}, ${expression})`],
  )
  if (!defaults || defaultsOf.length === 0) {
    return `json_to_record${isArray ? 'set' : ''}(${payload}::json) ${types}`
  }
  const filled = (row: string) => [...defaultsOf, row].join(' || ')
  if (!isArray) return `jsonb_to_record(${filled(`${payload}::jsonb`)}) ${types}`
  return `jsonb_to_recordset((select jsonb_agg(${filled('e')}) from jsonb_array_elements(${payload}::jsonb) e)) ${types}`
}

/** The columns of the written rows that a read plan over them needs. */
export function neededColumns(plan: ReadPlan): string[] {
  const names = new Set<string>()
  const need = ({ name }: PlannedField) => names.add(name)
  const needTerm = (term: PlannedTerm): void => {
    if (term.kind === 'filter') need(term.field)
    else if (term.kind !== 'null-embed') term.terms.forEach(needTerm)
  }
  for (const item of plan.items) {
    if (item.kind === 'all') names.add('*')
    else if (item.kind === 'value' && item.field) need(item.field)
  }
  plan.where.forEach(needTerm)
  for (const { field, embed } of plan.order) if (!embed) need(field)
  for (const { relationship } of plan.embeds) {
    if (relationship.kind === 'computed') {
      names.add('*')
      continue
    }
    const pairs = relationship.kind === 'many-to-many' ? relationship.originColumns : relationship.columns
    for (const { from } of pairs) names.add(from)
  }
  const { table } = plan.source
  return names.has('*') ? ['*', ...[...names].filter((name) => table?.computed.has(name))] : [...names]
}
