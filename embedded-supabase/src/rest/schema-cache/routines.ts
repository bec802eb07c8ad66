import { z } from 'zod'
import type { Column, ComputedRelationship, Parameter, Routine, Table } from './types.ts'

export const routineRow = z.object({
  schema: z.string(),
  name: z.string(),
  exposed: z.boolean(),
  visible_to: z.array(z.enum(['anon', 'authenticated', 'service_role'])),
  volatility: z.enum(['immutable', 'stable', 'volatile']),
  set: z.boolean(),
  estimated_rows: z.number(),
  config: z.array(z.string()).nullable(),
  has_out: z.boolean(),
  return_name: z.string(),
  return_kind: z.string(),
  return_type: z.string(),
  return_format: z.string(),
  inputs: z.number(),
  defaults: z.number(),
  arguments: z.array(z.object({ name: z.string(), type: z.string(), typeOid: z.string(), mode: z.string() })),
  result_columns: z.array(z.object({ name: z.string(), type: z.string(), baseType: z.string() })),
})

type Row = z.infer<typeof routineRow>

/** The settings of a function that must hold before its statement starts. */
const HOISTED = new Set(['statement_timeout', 'lock_timeout'])

/**
 * Makes routines by schema and name. A function of one row becomes part of the row's table as well: a computed
 * column when it gives a value, a computed relationship when it gives rows of another table.
 */
export function readRoutines(
  rows: Row[],
  tableOfRowType: Map<string, Table | undefined>,
): { routines: Map<string, Map<string, Routine[]>>; relationships: ComputedRelationship[] } {
  const routines = new Map<string, Map<string, Routine[]>>()
  const relationships: ComputedRelationship[] = []
  for (const row of rows) {
    addComputedColumn(row, tableOfRowType)
    relationships.push(...computedRelationship(row, tableOfRowType))
    if (!row.exposed || !isCallable(row)) continue
    const inSchema = routines.get(row.schema) ?? new Map<string, Routine[]>()
    inSchema.set(row.name, [...(inSchema.get(row.name) ?? []), asRoutine(row, tableOfRowType)].sort(fewestFirst))
    routines.set(row.schema, inSchema)
  }
  return { routines, relationships }
}

/** The order in which candidates are told: by the number of their parameters, then by these. */
function fewestFirst({ parameters: a }: Routine, { parameters: b }: Routine): number {
  const [one, other] = [a, b].map((list) => list.map(({ name, type }) => `${name}\0${type}`).join('\0'))
  return a.length - b.length || ((one ?? '') < (other ?? '') ? -1 : 1)
}

/** Unnamed parameters can be given only where the whole body is the one argument. */
function isCallable(row: Row): boolean {
  const unnamed = row.arguments.filter(({ mode, name }) => 'ibv'.includes(mode) && name === '')
  return unnamed.length === 0 || (unnamed.length === 1 && WHOLE_BODY_TYPES.has(unnamed[0]?.type ?? ''))
}

const WHOLE_BODY_TYPES = new Set(['json', 'jsonb', 'text', 'xml', 'bytea'])

function computedRelationship(row: Row, tableOfRowType: Map<string, Table | undefined>): ComputedRelationship[] {
  const [argument] = row.arguments
  const origin = row.arguments.length === 1 && argument ? tableOfRowType.get(argument.typeOid) : undefined
  const target = tableOfRowType.get(row.return_type)
  if (!origin || !target) return []
  const toOne = !row.set || row.estimated_rows === 1
  return [{ kind: 'computed', origin, target, routine: { schema: row.schema, name: row.name }, toOne }]
}

function addComputedColumn(row: Row, tableOfRowType: Map<string, Table | undefined>): void {
  const [argument] = row.arguments
  const table = row.arguments.length === 1 && argument ? tableOfRowType.get(argument.typeOid) : undefined
  if (!table || row.set || isComposite(row) || table.columns.has(row.name)) return
  table.computed.set(row.name, { name: row.name, routineSchema: row.schema, baseType: row.return_format })
}

const isComposite = (row: Row) => row.return_kind === 'c' || isRecord(row) || row.has_out

const isRecord = (row: Row) => row.return_kind === 'p' && row.return_name === 'record'

const resultKind = (row: Row) => (!isComposite(row) ? 'scalar' : isRecord(row) && !row.has_out ? 'record' : 'composite')

function asRoutine(row: Row, tableOfRowType: Map<string, Table | undefined>): Routine {
  const table = tableOfRowType.get(row.return_type)
  const kind = row.return_name === 'void' ? 'void' : resultKind(row)
  return {
    schema: row.schema,
    name: row.name,
    parameters: parametersOf(row),
    volatility: row.volatility,
    returns: {
      set: row.set,
      kind,
      columns: kind === 'composite' ? (table?.columns ?? resultColumns(row)) : new Map(),
      ...(table && kind === 'composite' ? { table } : {}),
    },
    settings: Object.fromEntries(
      (row.config ?? []).map((entry) => entry.split(/=(.*)/s, 2)).filter(([name = '']) => HOISTED.has(name)),
    ),
    visibleTo: row.visible_to,
  }
}

function parametersOf(row: Row): Parameter[] {
  const inputs = row.arguments.filter(({ mode }) => 'ibv'.includes(mode))
  const required = row.inputs - row.defaults
  return inputs.map(({ name, type, mode }, i) => ({
    ...{ name, type, accepts: UNCUT[type] ?? type },
    ...{ required: i < required, variadic: mode === 'v' },
  }))
}

/** Without a length these types are of the length 1, to which a cast cuts its values. */
const UNCUT: Record<string, string> = {
  character: 'character varying',
  'character[]': 'character varying[]',
  bit: 'bit varying',
  'bit[]': 'bit varying[]',
}

function resultColumns(row: Row): Map<string, Column> {
  const outs = row.arguments.filter(({ mode }) => 'tbo'.includes(mode))
  const columns = outs.length > 0 ? outs.map(({ name, type }) => ({ name, type, baseType: type })) : row.result_columns
  return new Map(columns.map((column) => [column.name, column]))
}
