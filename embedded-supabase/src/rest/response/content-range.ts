import { requestErrors } from '../errors.ts'

/** `0-9/100`, with `*` for no rows and for an unknown total (protocol 2.4). */
export function contentRange(offset: number, rows: number, total: number | undefined): string {
  return `${rows > 0 ? `${offset}-${offset + rows - 1}` : '*'}/${total ?? '*'}`
}

/**
 * The status of a read: 206 when the total is known and more than this page.
 * @throws PGRST103 for a page that starts behind the last row.
 */
export function rangeStatus(offset: number, rows: number, total: number | undefined): number {
  if (total === undefined) return 200
  if (offset > total) {
    throw requestErrors.range(`An offset of ${offset} was requested, but there are only ${total} rows.`, total)
  }
  return rows < total ? 206 : 200
}
