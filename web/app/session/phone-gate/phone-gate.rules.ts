const OPEN = [
  '/profile',
  '/login',
  '/register',
  '/email-verification',
  '/terms',
  '/privacy',
  '/cookies',
  '/accessibility',
  '/contact',
]
const OPEN_BELOW = ['/profile/', '/auth/', '/admin', '/unsubscribe']

/**
 * Whether a page stays reachable for a student who still owes a phone number [2.11-07]: the ones needed to give it,
 * and those that nobody may be kept from.
 */
export function isOpenWithoutPhone(pathname: string): boolean {
  const path = pathname.replace(/\/+$/, '')
  return OPEN.includes(path) || OPEN_BELOW.some((start) => path === start || pathname.startsWith(start))
}
