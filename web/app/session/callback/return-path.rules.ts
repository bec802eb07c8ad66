import { paths } from '~/shared/config/paths'

const ANY = '*'
const PAGES = [
  ...[paths.home, paths.about, paths.contact, paths.facts, paths.news, paths.article(ANY)],
  ...[paths.terms, paths.privacy, paths.cookies, paths.accessibility],
  ...[paths.dashboard, paths.notes, paths.notifications, paths.ownTickets, paths.ownTicket(ANY)],
  ...[paths.profile, paths.profileSecurity, paths.profilePrivacy, paths.verifyEmail],
  ...[paths.categories, paths.category(ANY), paths.courses, paths.course(ANY)],
  ...[paths.startCourse(ANY), paths.lesson(ANY, ANY), paths.review],
  ...[paths.quiz(ANY, ANY), paths.quizAttempt(ANY, ANY, ANY)],
  ...[paths.certificates, paths.certificate(ANY), paths.earnCertificate(ANY)],
]
const RETURNABLE = new RegExp(`^(${PAGES.join('|').replaceAll(ANY, '[^/]+')})$`)
/** The second of a lesson, of all that may stand behind a `#`. */
const SECOND = /^#t=\d{1,6}$/
const ANY_ORIGIN = 'https://academy.invalid'

/**
 * The address within this site to return to after signing in, or null when the wish is not one of ours.
 * Only paths of known screens pass, so that a crafted link cannot lead people away.
 */
export function safeReturnPath(path: unknown): string | null {
  if (typeof path !== 'string' || !path.startsWith('/') || /[\\\s\p{Cc}]/u.test(path)) return null
  let url: URL
  try {
    url = new URL(path, ANY_ORIGIN)
  } catch {
    return null
  }
  if (url.origin !== ANY_ORIGIN || url.pathname.includes('//')) return null
  if (!RETURNABLE.test(url.pathname)) return null
  return `${url.pathname}${url.search}${SECOND.test(url.hash) ? url.hash : ''}`
}
