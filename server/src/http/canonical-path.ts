/** Data of a page, a file, or what the router asks for: these are named exactly. */
const EXACT = /\.[a-z0-9]+$|^\/(__manifest|\.well-known)/i
const ESCAPE = /%[0-9a-f]{2}/gi

/**
 * The one address of a page: no slash at its end, none twice, small letters.
 * @param path as a request has it, with its percent signs
 * @returns undefined when it is that address already
 */
export function canonicalPath(path: string): string | undefined {
  if (EXACT.test(path)) return undefined
  const canonical = path
    .toLowerCase()
    .replace(ESCAPE, (sign) => sign.toUpperCase())
    .replace(/\/{2,}/g, '/')
    .replace(/(?<=.)\/$/, '')
  return canonical === path.replace(ESCAPE, (sign) => sign.toUpperCase()) ? undefined : canonical
}
