import { schemaErrors } from '../errors.ts'
import { nearest } from '../schema-cache/hints.ts'
import type { Table } from '../schema-cache/types.ts'
import type { PlanContext } from './context.ts'

/** Finds a table or view of the request's schema. @throws PGRST205, whose hint names only what the role may see. */
export function findTable({ cache, schema, role }: PlanContext, name: string): Table {
  const tables = cache.tables.get(schema)
  const table = tables?.get(name)
  if (table) return table
  const visible = [...(tables?.values() ?? [])].filter(({ visibleTo }) => visibleTo.includes(role))
  const near = nearest(
    name,
    visible.map((one) => one.name),
  )
  throw schemaErrors.noTable(
    schema,
    name,
    near === undefined ? null : `Perhaps you meant the table '${schema}.${near}'`,
  )
}
