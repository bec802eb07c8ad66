import { schemaErrors } from '../errors.ts'
import type { Field } from '../request/field.ts'
import type { PlanContext } from './context.ts'
import type { PlannedField, Source } from './types.ts'

const JSON_TYPES = new Set(['json', 'jsonb'])

/** Resolves a field against the schema cache. @throws 42703 for a column that does not exist. */
export function planField(source: Source, shownAs: string, { name, path }: Field): PlannedField {
  const table = source.table
  const column = columnMap(source).get(name)
  const computed = column ? undefined : table?.computed.get(name)
  const baseType = column?.baseType ?? computed?.baseType
  if (baseType === undefined) throw schemaErrors.noColumn(shownAs, name)
  const { asJson, fromText } = path.length === 0 ? (column ?? {}) : {}
  return {
    ...(asJson === undefined ? {} : { asJson }),
    ...(fromText === undefined ? {} : { fromText }),
    name,
    path,
    baseType,
    toJson: path.length > 0 && !JSON_TYPES.has(baseType),
    ...(computed && table ? { computedBy: { schema: computed.routineSchema, table } } : {}),
  }
}

/** Whether a field of that name can be resolved. */
export function hasColumn(source: Source, name: string): boolean {
  return columnsOf(source).includes(name) || source.table?.computed.has(name) === true
}

/** The key under which a field without an alias is answered: the last key of its path, else its name. */
export function outputName({ name, path }: Field): string {
  return path.findLast(({ index }) => !index)?.key ?? name
}

/** Resolves the name of a cast. @throws 42704 */
export function planCast(context: PlanContext, name: string): string {
  const type = context.cache.types.get(name.toLowerCase()) ?? context.cache.types.get(name)
  if (type === undefined) throw schemaErrors.noType(name)
  return type
}

const columnMap = (source: Source) => (source.kind === 'result' ? source.columns : source.table.columns)

export const columnsOf = (source: Source): string[] => [...columnMap(source).keys()]

/** Whether a column is shown by a function of its domain, so that `*` has to be spelled out. */
export function hasShownColumns(source: Source): boolean {
  for (const { asJson } of columnMap(source).values()) if (asJson !== undefined) return true
  return false
}
