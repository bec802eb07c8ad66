const RETURNABLE = [
  /^\/dashboard$/,
  /^\/profile(\/(security|privacy))?$/,
  /^\/auth\/verify-email$/,
  /^\/courses(\/[^/]+(\/start|\/lessons\/[^/]+)?)?$/,
  /^\/categories(\/[^/]+)?$/,
  /^\/news(\/[^/]+)?$/,
  /^\/(contact|about-us|facts|terms|privacy|cookies|accessibility)?$/,
]
const ANY_ORIGIN = 'https://academy.invalid'

/**
 * The address within this site to return to after signing in, or null when the wish is not one of ours.
 * Only paths of known screens pass, so that a crafted link cannot lead people away.
 */
export function safeReturnPath(wish: unknown): string | null {
  if (typeof wish !== 'string' || !wish.startsWith('/') || /[\\\s\p{Cc}]/u.test(wish)) return null
  let url: URL
  try {
    url = new URL(wish, ANY_ORIGIN)
  } catch {
    return null
  }
  if (url.origin !== ANY_ORIGIN || url.pathname.includes('//')) return null
  if (!RETURNABLE.some((pattern) => pattern.test(url.pathname))) return null
  return `${url.pathname}${url.search}`
}
