import type { ForeignKey } from './relationships.ts'
import type { Table } from './types.ts'

/** A column of a view and the column of a table or view that it passes through, by their numbers. */
export type Passage = { position: number; table: string; column: number }

/** A foreign key as the catalog has it: tables by oid, columns by their numbers. */
export type CatalogKey = {
  name: string
  origin: string
  target: string
  columns: { from: number; to: number }[]
  unique: boolean
}

/** A table or view of the exposed schemas with the names of its columns by number. */
export type NamedTable = { table: Table; columns: Map<number, string> }

const TARGET = /^:resno (\d+) .* :resorigtbl (\d+) :resorigcol (\d+) :resjunk false/s

/**
 * Reads from the stored query of a view which of its columns are columns of other tables.
 * @param action `pg_rewrite.ev_action` as text: nodes in braces, in which a backslash stands before what is no syntax
 */
export function readPassages(action: string): Passage[] {
  const passages: Passage[] = []
  let depth = 0
  let start = 0
  for (const { 0: sign, index } of action.matchAll(/\\.|[{}]/gs)) {
    if (sign === '{') {
      depth += 1
      if (depth === 2) start = index
    } else if (sign === '}') {
      const node = depth === 2 && action.startsWith('{TARGETENTRY ', start) ? action.slice(start, index) : ''
      const [, position, table = '0', column] = TARGET.exec(node.slice(node.lastIndexOf(':resno '))) ?? []
      if (table !== '0') passages.push({ position: Number(position), table, column: Number(column) })
      depth -= 1
    }
  }
  return passages
}

/** A primary key as the catalog has it. */
export type CatalogPrimaryKey = { table: string; columns: number[] }

/** Gives exposed views the primary keys of the tables below them whose columns they pass through, each column once. */
export function assignPrimaryKeys(
  keys: CatalogPrimaryKey[],
  passages: Map<string, Passage[]>,
  exposed: Map<string, NamedTable>,
): void {
  const places = placesOf(passages)
  for (const { table, columns } of keys) {
    for (const place of places.get(table) ?? []) {
      const view = exposed.get(place.oid)
      const names = columns.flatMap((number) => view?.columns.get(place.columns.get(number)?.[0] ?? 0) ?? [])
      if (!view || names.length < columns.length) continue
      view.table.primaryKey.push(...names)
      const order = [...view.table.columns.keys()]
      view.table.primaryKey.sort((a, b) => order.indexOf(a) - order.indexOf(b))
    }
  }
}

/** Where each table can be read: in itself and in views, with the numbers that each of its columns has there. */
type Places = Map<string, { oid: string; columns: Map<number, number[]> }[]>

/**
 * The foreign keys between what is exposed. A view has those keys of the tables below it whose columns it passes
 * through (protocol 2.10).
 */
export function foreignKeysOf(
  keys: CatalogKey[],
  passages: Map<string, Passage[]>,
  exposed: Map<string, NamedTable>,
): ForeignKey[] {
  const places = placesOf(passages)
  return keys.flatMap((key) =>
    sidesOf(key.origin, 'from', key, places, exposed).flatMap((origin) =>
      sidesOf(key.target, 'to', key, places, exposed).map((target): ForeignKey => {
        const columns = origin.names.map((from, i) => ({ from, to: target.names[i] ?? '' }))
        return { name: key.name, origin: origin.table, target: target.table, columns, unique: key.unique }
      }),
    ),
  )
}

function placesOf(passages: Map<string, Passage[]>): Places {
  const places: Places = new Map()
  const originOf = followPassages(passages)
  for (const [view, columnsOfView] of passages) {
    const byTable = new Map<string, Map<number, number[]>>()
    for (const { position, table, column } of columnsOfView) {
      const origin = originOf(table, column)
      if (!origin) continue
      const columns = byTable.get(origin.table) ?? new Map<number, number[]>()
      columns.set(origin.column, [...(columns.get(origin.column) ?? []), position])
      byTable.set(origin.table, columns)
    }
    for (const [oid, columns] of byTable) {
      const known = places.get(oid) ?? []
      known.push({ oid: view, columns })
      places.set(oid, known)
    }
  }
  return places
}

type Origin = Omit<Passage, 'position'>

/**
 * Makes the function that follows a column through views upon views to the table that holds it. A view may select
 * from itself, over others too, and then holds nothing: such a column has no origin. Chains may be thousands of views
 * deep, so each step is taken once and none on the stack.
 */
function followPassages(passages: Map<string, Passage[]>): (table: string, column: number) => Origin | undefined {
  const byPosition = new Map(
    [...passages].map(([view, list]) => [view, new Map(list.map((passage) => [passage.position, passage]))]),
  )
  const known = new Map<string, Origin | undefined>()
  return (table, column) => {
    const way = new Set<string>()
    let at: Origin | undefined = { table, column }
    for (;;) {
      const step = `${at.table} ${at.column}`
      if (known.has(step) || way.has(step)) {
        at = known.get(step)
        break
      }
      const below = byPosition.get(at.table)
      if (!below) break
      way.add(step)
      at = below.get(at.column)
      if (!at) break
    }
    for (const step of way) known.set(step, at)
    return at
  }
}

function sidesOf(
  oid: string,
  side: 'from' | 'to',
  { columns }: CatalogKey,
  places: Places,
  exposed: Map<string, NamedTable>,
): { table: Table; names: string[] }[] {
  const numbers = columns.map((pair) => pair[side])
  const itself = { oid, columns: new Map(numbers.map((number) => [number, [number]])) }
  return [itself, ...(places.get(oid) ?? [])].flatMap((place) => {
    const named = exposed.get(place.oid)
    if (!named) return []
    const shown = numbers.map((number) =>
      (place.columns.get(number) ?? []).flatMap((position) => named.columns.get(position) ?? []),
    )
    return choices(shown).map((names) => ({ table: named.table, names }))
  })
}

/** A view may show a column under several names, and then has a key in each of these ways; no more than this many. */
const MOST_CHOICES = 16

function choices([first, ...rest]: string[][]): string[][] {
  if (!first) return [[]]
  const further = choices(rest)
  return first.flatMap((name) => further.map((names) => [name, ...names])).slice(0, MOST_CHOICES)
}
