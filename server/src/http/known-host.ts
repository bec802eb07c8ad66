import type { MiddlewareHandler } from 'hono'

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/**
 * Answers 421 to requests that name another host than the site's own or this machine's loopback, so that no link is
 * ever made from what a caller claims. Ports are not compared: a proxy may listen on another one.
 * @param siteUrl origin of the site as people know it
 */
export function knownHost(siteUrl: string): MiddlewareHandler {
  const known = new Set([new URL(siteUrl).hostname, ...LOOPBACK])
  return async (c, next) => {
    const named = c.req.header('host')
    const hosts = [new URL(c.req.url).hostname, ...(named === undefined ? [] : [hostnameOf(named)])]
    if (hosts.some((host) => !known.has(host))) return c.text('This host is not served here; see SITE_URL.\n', 421)
    await next()
  }
}

/** Empty for what is no host; written for Node 20, which has no URL.parse. */
function hostnameOf(host: string): string {
  const address = `http://${host}`
  return URL.canParse(address) ? new URL(address).hostname : ''
}
