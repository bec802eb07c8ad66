const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/**
 * Tells whether a `Host` is the site's own or this machine's loopback, so that no answer is ever made for a name
 * that a caller made up. Ports are not compared: a proxy may listen on another one.
 * @param siteUrl origin of the site as people know it
 */
export function createHostCheck(siteUrl: string): (host: string | undefined) => boolean {
  const known = new Set([new URL(siteUrl).hostname, ...LOOPBACK])
  return (host) => known.has(hostnameOf(host ?? ''))
}

const hostnameOf = (host: string): string => (URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '')
