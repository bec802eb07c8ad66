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

/**
 * Whether a request names one host, and one that an address can have: what is read as a number, `1.2.3.4.5`, or as
 * another script, `xn--a`, must be one.
 * @param rawHeaders names and values in turn, as they came
 */
export function namesOneHost(rawHeaders: string[]): boolean {
  const hosts = rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'host')
  return hosts.length < 2 && hosts.every((host) => !/[/?#@\\\s]/.test(host) && URL.canParse(`http://${host}`))
}
