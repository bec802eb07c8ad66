import { withoutFocus } from './focus'

/** Where the server puts a picture that it drew, once for each width and format (decision 0082). */
const DRAWN = /^\/storage\/v1\/object\/public\/images\/library\/[^/]+\/[^/]+\/(\d+)\.webp$/
const SITE_WIDTHS = [320, 640, 1280]

/** A `srcset` of a drawn picture in one format. `folder` is its full address, with a slash at its end. */
export const sourceSet = (folder: string, widths: readonly number[], format: 'avif' | 'webp'): string =>
  widths.map((width) => `${folder}${width}.${format} ${width}w`).join(', ')

/**
 * What a browser may choose from instead of one address.
 * @param url the address as it is stored; `resolved` the one that the browser asks for
 * @returns a `srcset` for each format; null for a picture that the library did not draw
 */
export function drawnSources(url: string | null, resolved: string | null): { avif: string; webp: string } | null {
  const widest = Number(DRAWN.exec(withoutFocus(url ?? ''))?.[1])
  if (!resolved || !widest) return null
  const widths = [...SITE_WIDTHS.filter((width) => width < widest), widest]
  const folder = resolved.slice(0, resolved.lastIndexOf('/') + 1)
  return { avif: sourceSet(folder, widths, 'avif'), webp: sourceSet(folder, widths, 'webp') }
}
