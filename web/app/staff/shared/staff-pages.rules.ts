import { paths } from '~/shared/config/paths'
import { staffPaths } from '~/shared/config/staff-paths'
import { type StaffDemand, type StaffRole, staffDenial } from '~/staff/entry/staff.rules'
import { CONTENT_DEMANDS, STAFF_CALLS } from '~/staff/entry/staff-calls.rules'

export type StaffPageName =
  | 'desk'
  | 'analytics'
  | 'students'
  | 'support'
  | 'courses'
  | 'quizzes'
  | 'categories'
  | 'authors'
  | 'essays'
  | 'news'
  | 'facts'
  | 'media'
  | 'legal'
  | 'users'
  | 'roles'
  | 'settings'
  | 'mails'
  | 'approvals'
  | 'operations'
  | 'notifications'
  | 'audit'
export type StaffPageGroup = 'start' | 'people' | 'content' | 'system'

export type StaffPage = { name: StaffPageName; path: string; group: StaffPageGroup; demand: StaffDemand }

/** The lessons of a course, which lie below its page and ask for something else. */
const LESSONS = new RegExp(`^${staffPaths.courses}/[^/]+/lessons(/|$)`)

/**
 * The pages of the staff area and what each asks for ([2.12-04] to [2.12-17], [6-14] to [6-24]). Guards, navigation
 * and palette read this list and nothing else; an address that it does not hold opens for nobody.
 */
export const STAFF_PAGES: readonly StaffPage[] = [
  { name: 'desk', path: paths.admin, group: 'start', demand: {} },
  { name: 'analytics', path: staffPaths.analytics, group: 'start', demand: { permission: 'analytics.view' } },
  { name: 'students', path: staffPaths.students, group: 'people', demand: { permission: 'students.view' } },
  { name: 'support', path: staffPaths.support, group: 'people', demand: { permission: 'support.access' } },
  { name: 'users', path: staffPaths.users, group: 'people', demand: { permission: 'users.view' } },
  {
    name: 'notifications',
    path: staffPaths.notifications,
    group: 'people',
    demand: { permission: 'notifications.manage' },
  },
  { name: 'roles', path: staffPaths.roles, group: 'people', demand: { roles: ['super_admin'] } },
  { name: 'courses', path: staffPaths.courses, group: 'content', demand: CONTENT_DEMANDS.course },
  { name: 'quizzes', path: staffPaths.quizzes, group: 'content', demand: CONTENT_DEMANDS.quiz },
  { name: 'categories', path: staffPaths.categories, group: 'content', demand: CONTENT_DEMANDS.category },
  { name: 'authors', path: staffPaths.authors, group: 'content', demand: CONTENT_DEMANDS.author },
  { name: 'essays', path: staffPaths.essays, group: 'content', demand: CONTENT_DEMANDS.essay },
  { name: 'news', path: staffPaths.news, group: 'content', demand: CONTENT_DEMANDS.news },
  { name: 'facts', path: staffPaths.facts, group: 'content', demand: CONTENT_DEMANDS.fact },
  { name: 'media', path: staffPaths.media, group: 'content', demand: STAFF_CALLS.list_media_files },
  { name: 'legal', path: staffPaths.legal, group: 'content', demand: { roles: ['super_admin', 'admin'] } },
  { name: 'settings', path: staffPaths.settings, group: 'system', demand: { permission: 'settings.manage' } },
  { name: 'mails', path: staffPaths.mails, group: 'system', demand: { permission: 'settings.manage' } },
  { name: 'approvals', path: staffPaths.approvals, group: 'system', demand: STAFF_CALLS.list_approvals },
  { name: 'operations', path: staffPaths.operations, group: 'system', demand: { roles: ['super_admin'] } },
  // Everybody finds their own actions there; whose lines it shows, the database decides.
  { name: 'audit', path: staffPaths.audit, group: 'system', demand: {} },
]

/** The page that an address belongs to, its own or that of a page above it; undefined outside of all. */
export function staffPageAt(pathname: string): StaffPage | undefined {
  const path = pathname.replace(/\/+$/, '')
  // Of a page and one below it the nearer one.
  const found = STAFF_PAGES.findLast((page) =>
    page.path === paths.admin ? path === page.path : path === page.path || path.startsWith(`${page.path}/`),
  )
  return found && LESSONS.test(path) ? { ...found, demand: CONTENT_DEMANDS.lesson } : found
}

/** The pages that a role may open, in their order. */
export const openPages = (role: StaffRole | null): StaffPage[] =>
  STAFF_PAGES.filter(({ demand }) => staffDenial(role, demand) === null)
