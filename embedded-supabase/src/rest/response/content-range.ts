/** `0-9/100`, with `*` for no rows and for an unknown total (protocol 2.4). */
export function contentRange(offset: number, rows: number, total: number | undefined): string {
  return `${rows > 0 ? `${offset}-${offset + rows - 1}` : '*'}/${total ?? '*'}`
}

/** The status of a read: 206 when the total is known and more than this page, 416 for a page behind the last row. */
export function rangeStatus(offset: number, rows: number, total: number | undefined): number {
  if (total === undefined) return 200
  if (offset > total) return 416
  return rows < total ? 206 : 200
}
