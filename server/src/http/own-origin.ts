const READING = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether a page of another site sends a request that may change something. Browsers say the origin with every such
 * request, or `null` where a page tells nobody where it is; then they still say whether it is the same. Who is no
 * browser says none, and has nobody's cookies or forms to misuse.
 * @param siteUrl origin of the site as people know it; behind a proxy the request itself tells no scheme
 */
export function isForeignWrite(method: string, headers: Headers, siteUrl: string): boolean {
  const origin = headers.get('origin')
  if (READING.has(method) || origin === null) return false
  if (origin === 'null') return headers.get('sec-fetch-site') !== 'same-origin'
  if (!URL.canParse(origin)) return true
  const { origin: named, host } = new URL(origin)
  return named !== new URL(siteUrl).origin && host !== headers.get('host')
}
