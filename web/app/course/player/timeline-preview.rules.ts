/** The sheet of previews of a video: a tile every few seconds, row by row from the left. */
const SHEET = { everySeconds: 5, columns: 6 } as const
/** A tile in pixels of the page. */
export const TILE = { width: 160, height: 90 } as const

/**
 * Where on its sheet the tile of a second begins, in pixels.
 * @returns null when the sheet does not reach so far
 */
export function tileAt(second: number, sheetHeight: number): { left: number; top: number } | null {
  const number = Math.floor(Math.max(0, second) / SHEET.everySeconds)
  const top = Math.floor(number / SHEET.columns) * TILE.height
  return top + TILE.height <= sheetHeight ? { left: (number % SHEET.columns) * TILE.width, top } : null
}
