import type { Settings } from './settings.ts'

const IPV4 = /^\d+\.\d+\.\d+\.\d+$/
/** Backslashes, white space, controls and userinfo are how one parser is made to see another host than the next. */
const TRICKS = /[\\\s\p{Cc}\p{Cf}]|^[a-z][a-z0-9+.-]*:\/*[^/?#]*@/iu

/** Decides where people may be sent after a mailed link. */
export type Redirects = {
  /**
   * Where this request may send people: what it asks for, else its referrer, else the site (protocol 1.5). Where the
   * project names its targets the referrer counts for nothing, and one address that is none of them leads to the site.
   */
  target(request: Request, url: URL, fromBody?: string): string
  /** Whether the address is the site's, a loopback address or on the allow-list. */
  allows(address: string): boolean
}

const LOOPBACK = /^(https?:\/\/)(localhost|127\.0\.0\.1)(?=:|$)/

export function createRedirects(settings: Settings): Redirects {
  return settings.redirectTargets ? createExactRedirects(settings, settings.redirectTargets) : createListed(settings)
}

/**
 * Where the project names its targets: the site's address followed by one of them, letter by letter, and nothing else.
 * Compared as it was sent, so that no two readings of an address can differ.
 */
function createExactRedirects({ siteUrl }: Settings, targets: string[]): Redirects {
  const sites = LOOPBACK.test(siteUrl)
    ? ['localhost', '127.0.0.1'].map((host) => siteUrl.replace(LOOPBACK, `$1${host}`))
    : [siteUrl]
  const rests = targets.map((target) => new RegExp(`^(?:${target})$`))
  const allows = (address: string): boolean =>
    sites.some((site) => address.startsWith(site) && rests.some((rest) => rest.test(address.slice(site.length))))
  return {
    allows,
    target(request, url, fromBody) {
      const asked = [request.headers.get('redirect_to'), ...url.searchParams.getAll('redirect_to'), fromBody]
      const named = asked.filter((address) => typeof address === 'string' && address !== '')
      return named.every((address) => address && allows(address)) ? (named[0] ?? siteUrl) : siteUrl
    },
  }
}

function createListed({ siteUrl, redirectPatterns }: Settings): Redirects {
  const site = new URL(siteUrl)
  const patterns = redirectPatterns.map(compileGlob)

  function allows(address: string): boolean {
    const url = TRICKS.test(address) ? undefined : parse(address)
    if (!url) return false
    const host = url.hostname
    const isHttp = url.protocol === 'http:' || url.protocol === 'https:'
    if (url.protocol === site.protocol && host === site.hostname && (url.port === site.port || host === 'localhost')) {
      return true
    }
    if (IPV4.test(host)) return isHttp && host.startsWith('127.') && host === hostAsWritten(address)
    if (host.startsWith('[')) return isHttp && host === '[::1]'
    const forms = [withoutFragment(url), withoutFragment(url).replace(/^([^?]*\/\/[^/?]*)\/$/, '$1')]
    return patterns.some((pattern) => forms.some((form) => pattern.test(form)))
  }

  return {
    allows,
    target(request, url, fromBody) {
      const candidates = [
        request.headers.get('redirect_to'),
        url.searchParams.get('redirect_to'),
        fromBody,
        request.headers.get('referer'),
      ]
      return candidates.find((candidate) => candidate && allows(candidate)) ?? siteUrl
    },
  }
}

/** A glob as GoTrue's allow-list has them: `*` and `?` stop at `.` and `/`, `**` does not. */
export function compileGlob(glob: string): RegExp {
  const source = glob.replace(/\*\*|\*|\?|\{|\}|,|[.+^$()|[\]\\]/g, (symbol) => GLOB[symbol] ?? `\\${symbol}`)
  return new RegExp(`^${source}$`, 's')
}

const GLOB: Record<string, string> = { '**': '.*', '*': '[^./]*', '?': '[^./]', '{': '(?:', '}': ')', ',': '|' }

function parse(address: string): URL | undefined {
  return URL.canParse(address) ? new URL(address) : undefined
}

function withoutFragment(url: URL): string {
  return url.href.slice(0, url.href.length - url.hash.length)
}

/** Differs from the parsed host for decimal, hexadecimal and shortened IP addresses. */
function hostAsWritten(address: string): string {
  return /^[a-z]+:\/\/([^/?#:]*)/i.exec(address)?.[1] ?? ''
}
