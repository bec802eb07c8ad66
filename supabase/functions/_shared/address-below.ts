/**
 * An address below a base, of which each segment stays one part of the path, whatever is in it.
 * @param base origin, and path where it has one, of a service that gets a key or a token
 * @returns undefined where a segment would lead elsewhere: an empty one, `.` or `..`, or text that no address can hold
 */
export function addressBelow(base: string, segments: readonly string[]): URL | undefined {
  try {
    const below = `/${segments.map(encodeURIComponent).join('/')}`
    const { origin, pathname } = new URL(base)
    const meant = `${pathname.replace(/\/$/, '')}${below}`
    const address = new URL(`${origin}${meant}`)
    return address.pathname === meant && !segments.includes('') ? address : undefined
  } catch {
    return undefined
  }
}
