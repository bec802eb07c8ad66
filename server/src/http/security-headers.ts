import { createHash } from 'node:crypto'

const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/g

/**
 * Takes the mark off the scripts that the application itself wrote into a page, and gives the CSP sources that allow
 * just these: what came into the page by its content could not know the mark. By hash and not by nonce, so that a
 * kept page can be sent to anyone.
 * @param mark random for each rendering, in characters of base64url
 */
export function ownScripts(html: string, mark: string): { html: string; hashes: string[] } {
  const nonce = ` nonce="${mark}"`
  const hashes = [...html.matchAll(SCRIPT)]
    .filter(([, attributes = '']) => attributes.includes(nonce) && !/\ssrc=/.test(attributes))
    .map(([, , code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`)
  return { html: html.replaceAll(nonce, ''), hashes: [...new Set(hashes)] }
}

/** The policy of every answer that is no page: data, files, errors. */
export const PLAIN_POLICY = [
  "default-src 'none'",
  "img-src 'self' data:",
  "media-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

export type PagePolicy = {
  /** Empty when Supabase is on our own origin. */
  supabaseOrigin?: string
  /** Only while developing: Vite writes styles into the page, so that changes show at once. */
  inlineStyles?: boolean
}

/** The content security policy of a page. Of styles too it allows files only: no style element and no attribute. */
export function contentSecurityPolicy(
  scriptHashes: string[],
  { supabaseOrigin = '', inlineStyles = false }: PagePolicy = {},
): string {
  const supabase = supabaseOrigin ? ` ${supabaseOrigin}` : ''
  return [
    "default-src 'self'",
    `script-src 'self' ${scriptHashes.join(' ')}`.trim(),
    inlineStyles ? "style-src 'self' 'unsafe-inline'" : "style-src 'self'",
    `img-src 'self' data: blob:${supabase}`,
    `media-src 'self' blob:${supabase}`,
    `connect-src 'self'${supabase}`,
    "font-src 'self'",
    'frame-src https://player.vimeo.com',
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // Chrome, Edge and Safari follow the second, older Firefox the first.
    `report-uri ${REPORTS_PATH}`,
    'report-to csp',
  ].join('; ')
}

/** Where browsers report what the policy of a page blocked; beside the policy, a page names it in this header. */
export const REPORTS_PATH = '/csp-reports'
export const REPORTING_ENDPOINTS = { 'reporting-endpoints': `csp="${REPORTS_PATH}"` }

/**
 * What pages of other sites may show: pictures of public buckets, which shares, mails and readers of the feed embed, and
 * the site's own icon and preview.
 */
const EMBEDDED_ELSEWHERE =
  /^\/(storage\/v1\/object\/public\/.|(social|icon-512|apple-touch-icon)\.png$|favicon\.(ico|svg)$|course\.svg$)/

/** The headers that an answer carries whatever it is, by its path; a query may follow. */
export type HeadersOfPath = (path: string) => Record<string, string>

/** Headers that every answer carries. HSTS only where the site is served by https. */
export function commonHeaders(siteUrl: string): HeadersOfPath {
  const common = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    ...(siteUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
  const own = { ...common, 'cross-origin-resource-policy': 'same-origin' }
  const embedded = { ...common, 'cross-origin-resource-policy': 'cross-origin' }
  return (path) => (EMBEDDED_ELSEWHERE.test(path.replace(/\?.*/s, '')) ? embedded : own)
}

/** Where a browser asks after a sign-out to have what it keeps of this site forgotten. */
export const SIGNED_OUT_PATH = '/signed-out'
/**
 * The cache and the pages that Back would show again. Not `storage`: answers and progress that are not yet sent wait
 * there, and drafts (decision 0155).
 */
export const FORGET_CACHED = { 'clear-site-data': '"cache"', 'cache-control': 'no-store' }
