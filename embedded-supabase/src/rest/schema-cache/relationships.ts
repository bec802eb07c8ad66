import type { ColumnPair, ComputedRelationship, Relationship, Table } from './types.ts'

export type ForeignKey = {
  name: string
  origin: Table
  target: Table
  columns: ColumnPair[]
  /** Whether its own columns hold a unique key, so that at most one row points at each target. */
  unique: boolean
}

/**
 * The relationships that foreign keys make, by origin: to-one, its inverse, and many-to-many through tables whose
 * primary key holds both foreign keys (protocol 2.10).
 */
export function findRelationships(
  keys: ForeignKey[],
  computed: ComputedRelationship[] = [],
): Map<Table, Relationship[]> {
  const found = new Map<Table, Relationship[]>()
  const add = (relationship: Relationship) => {
    const known = found.get(relationship.origin)
    if (known) known.push(relationship)
    else found.set(relationship.origin, [relationship])
  }
  computed.forEach(add)
  for (const key of keys) {
    const { name: constraint, origin, target, columns, unique } = key
    add({ kind: unique ? 'one-to-one' : 'many-to-one', constraint, origin, target, columns, holdsKey: true })
    add({
      kind: unique ? 'one-to-one' : 'one-to-many',
      constraint,
      holdsKey: false,
      origin: target,
      target: origin,
      columns: columns.map(inverse),
    })
  }
  const within = new Map<Table, ForeignKey[]>()
  for (const key of keys.filter((one) => !one.unique && withinPrimaryKey(one))) {
    const own = within.get(key.origin)
    if (own) own.push(key)
    else within.set(key.origin, [key])
  }
  for (const [junction, own] of within) {
    for (const left of own) {
      for (const right of own) {
        if (left.name === right.name) continue
        add({
          kind: 'many-to-many',
          junction,
          origin: left.target,
          target: right.target,
          originConstraint: left.name,
          targetConstraint: right.name,
          originColumns: left.columns.map(inverse),
          targetColumns: right.columns,
        })
      }
    }
  }
  return found
}

const inverse = ({ from, to }: ColumnPair): ColumnPair => ({ from: to, to: from })

const withinPrimaryKey = ({ origin, columns }: ForeignKey) =>
  columns.every(({ from }) => origin.primaryKey.includes(from))
