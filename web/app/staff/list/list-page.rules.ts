import type { ListPlace } from '~/staff/shared/list-address.rules'

/** A row as the database lists it: with the value by which the list was sorted. */
export type ListedRow = { id: string; sortValue: string }

export type ListPage<Row> = { rows: Row[]; previous: ListPlace | null; next: ListPlace | null }

/**
 * The page that was asked for, from rows that came with one more than fits. Backwards they come in reverse.
 * @param size how many rows a page holds
 */
export function listPage<Row extends ListedRow>(found: Row[], size: number, place: ListPlace | null): ListPage<Row> {
  const backwards = place?.way === 'before'
  const more = found.length > size
  const rows = found.slice(0, size)
  if (backwards) rows.reverse()
  const edge = (way: ListPlace['way'], row: Row | undefined): ListPlace | null =>
    row ? { way, value: row.sortValue, id: row.id } : null
  return {
    rows,
    previous: (backwards ? more : place !== null) ? edge('before', rows[0]) : null,
    next: (backwards ? true : more) ? edge('after', rows.at(-1)) : null,
  }
}
