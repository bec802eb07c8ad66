import { schemaErrors } from '../errors.ts'
import { nearest } from '../schema-cache/hints.ts'
import type { ComputedRelationship, DirectRelationship, Relationship, Table } from '../schema-cache/types.ts'
import type { PlanContext } from './context.ts'

/**
 * Finds the one relationship that an embedded resource names: by table, foreign key constraint or foreign key
 * column, made definite by a hint (protocol 2.10).
 * @throws PGRST200 for none, PGRST201 for several.
 */
export function findRelationship(
  context: PlanContext,
  origin: Table,
  target: string,
  hint: string | undefined,
): Relationship {
  const all = (context.cache.relationships.get(origin) ?? []).filter((one) => one.target.schema === context.schema)
  const computed = all.find((one) => one.kind === 'computed' && one.routine.name === target)
  if (computed) return computed
  const stored = all.filter((one) => one.kind !== 'computed')
  const found = stored.filter((one) =>
    one.origin === one.target ? matchesSelf(one, target, hint) : matches(one, target, hint),
  )
  const [only] = found
  if (only && found.length === 1) return only
  if (!only) {
    const visible = all.filter((one) => one.target.visibleTo.includes(context.role)).map((one) => one.target.name)
    const near = visible.includes(target) ? undefined : nearest(target, visible)
    const advice = near === undefined ? null : `Perhaps you meant '${near}' instead of '${target}'.`
    throw schemaErrors.noRelationship(origin.name, target, context.schema, hint, advice)
  }
  const shown = found.filter((one) => one.kind !== 'many-to-many' || one.junction.visibleTo.includes(context.role))
  const choices = shown.map((one) => `'${one.target.name}!${hintFor(one)}'`).join(', ')
  throw schemaErrors.ambiguousRelationship(origin.name, target, shown.map(describe), choices)
}

/** What follows from foreign keys. */
type StoredRelationship = Exclude<Relationship, ComputedRelationship>

function matches(one: StoredRelationship, target: string, hint: string | undefined): boolean {
  if (hint === undefined) {
    if (one.target.name === target) return true
    if (one.target.isView) return false
    if (one.kind === 'many-to-many') return false
    const byColumn = one.holdsKey || one.kind === 'one-to-one'
    return one.constraint === target || (byColumn && onlyColumn(one, 'from') === target)
  }
  if (one.target.name !== target) return false
  if (one.kind === 'many-to-many') return one.junction.name === hint
  return one.constraint === hint || onlyColumn(one, 'from') === hint || onlyColumn(one, 'to') === hint
}

/**
 * One foreign key to its own table makes two relationships: the table's name means the many, the column the one. A hint
 * is the column that points back; a constraint would mean both ways, and rows are not found through a junction.
 */
function matchesSelf(one: StoredRelationship, target: string, hint: string | undefined): boolean {
  if (one.kind === 'many-to-one') return hint === undefined && onlyColumn(one, 'from') === target
  if (one.kind !== 'one-to-many' || one.target.name !== target) return false
  return hint === undefined || onlyColumn(one, 'to') === hint
}

function onlyColumn({ columns }: DirectRelationship, side: 'from' | 'to'): string | undefined {
  return columns.length === 1 ? columns[0]?.[side] : undefined
}

const hintFor = (one: StoredRelationship) => (one.kind === 'many-to-many' ? one.junction.name : one.constraint)

function describe(one: StoredRelationship): Record<string, string> {
  const list = (names: string[]) => `(${names.join(', ')})`
  const relationship =
    one.kind === 'many-to-many'
      ? `${one.junction.name} using ${one.originConstraint}${list(one.originColumns.map(({ to }) => to))} and ${
          one.targetConstraint
        }${list(one.targetColumns.map(({ from }) => from))}`
      : `${one.constraint} using ${one.origin.name}${list(one.columns.map(({ from }) => from))} and ${
          one.target.name
        }${list(one.columns.map(({ to }) => to))}`
  return { cardinality: one.kind, embedding: `${one.origin.name} with ${one.target.name}`, relationship }
}

/** Whether the other side has at most one row for each of the origin. */
export function isToOne(one: Relationship): boolean {
  if (one.kind === 'computed') return one.toOne
  return one.kind === 'many-to-one' || one.kind === 'one-to-one'
}
