import { loadModule, parseSync } from '@libpg-query/parser'

await loadModule()

const NEW_VALUES = ['CONSTR_DEFAULT', 'CONSTR_GENERATED', 'CONSTR_IDENTITY']

type Command = {
  AlterTableCmd: { subtype: string; def?: { ColumnDef?: { constraints?: { Constraint: { contype: string } }[] } } }
}

/**
 * Tables whose stored rows a statement of SQL gives another form: a column that comes with a value, or that changes its type.
 * Minors of PostgreSQL since November 2026 refuse it where a stored expression reads such a row (decision 0146).
 * @returns names with their schema
 */
export function tablesOfOtherRows(sql: string): string[] {
  return (parseSync(sql).stmts ?? []).flatMap(({ stmt }) => {
    if (!stmt || !('AlterTableStmt' in stmt)) return []
    const { relation, cmds = [] } = stmt.AlterTableStmt
    const isOther = (cmds as Command[]).some(
      ({ AlterTableCmd: { subtype, def } }) =>
        subtype === 'AT_AlterColumnType' ||
        (subtype === 'AT_AddColumn' &&
          def?.ColumnDef?.constraints?.some(({ Constraint }) => NEW_VALUES.includes(Constraint.contype))),
    )
    return isOther ? [`${relation?.schemaname ?? 'public'}.${relation?.relname}`] : []
  })
}

/** The functions whose stored bodies (`begin atomic`, `return`) may read whole rows of the table $1. */
export const READERS_OF_ROWS = `
  select distinct p.oid::regprocedure::text as name
  from pg_class c join pg_type t on t.oid = c.reltype
  join pg_depend d on d.refclassid = 'pg_type'::regclass and d.refobjid in (t.oid, t.typarray) and d.classid = 'pg_proc'::regclass
  join pg_proc p on p.oid = d.objid and p.prosqlbody is not null
  where c.oid = to_regclass($1)`
