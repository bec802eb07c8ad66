import { paths } from '~/shared/config/paths'
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
  | 'operations'
  | 'notifications'
  | 'audit'
export type StaffPageGroup = 'start' | 'people' | 'content' | 'system'

export type StaffPage = { name: StaffPageName; path: string; group: StaffPageGroup; demand: StaffDemand }

/** The lessons of a course, which lie below its page and ask for something else. */
const LESSONS = new RegExp(`^${paths.adminCourses}/[^/]+/lessons(/|$)`)

/**
 * The pages of the staff area and what each asks for ([2.12-04] to [2.12-17], [6-14] to [6-24]). Guards, navigation
 * and palette read this list and nothing else; an address that it does not hold opens for nobody.
 */
export const STAFF_PAGES: readonly StaffPage[] = [
  { name: 'desk', path: paths.admin, group: 'start', demand: {} },
  { name: 'analytics', path: paths.adminAnalytics, group: 'start', demand: { permission: 'analytics.view' } },
  { name: 'students', path: paths.adminStudents, group: 'people', demand: { permission: 'students.view' } },
  { name: 'support', path: paths.adminSupport, group: 'people', demand: { permission: 'support.access' } },
  { name: 'users', path: paths.adminUsers, group: 'people', demand: { permission: 'users.view' } },
  {
    name: 'notifications',
    path: paths.adminNotifications,
    group: 'people',
    demand: { permission: 'notifications.manage' },
  },
  { name: 'roles', path: paths.adminRoles, group: 'people', demand: { roles: ['super_admin'] } },
  { name: 'courses', path: paths.adminCourses, group: 'content', demand: CONTENT_DEMANDS.course },
  { name: 'quizzes', path: paths.adminQuizzes, group: 'content', demand: CONTENT_DEMANDS.quiz },
  { name: 'categories', path: paths.adminCategories, group: 'content', demand: CONTENT_DEMANDS.category },
  { name: 'authors', path: paths.adminAuthors, group: 'content', demand: CONTENT_DEMANDS.author },
  { name: 'essays', path: paths.adminEssays, group: 'content', demand: CONTENT_DEMANDS.essay },
  { name: 'news', path: paths.adminNews, group: 'content', demand: CONTENT_DEMANDS.news },
  { name: 'facts', path: paths.adminFacts, group: 'content', demand: CONTENT_DEMANDS.fact },
  { name: 'media', path: paths.adminMedia, group: 'content', demand: STAFF_CALLS.list_media_files },
  { name: 'legal', path: paths.adminLegal, group: 'content', demand: { roles: ['super_admin', 'admin'] } },
  { name: 'settings', path: paths.adminSettings, group: 'system', demand: { permission: 'settings.manage' } },
  { name: 'mails', path: paths.adminMails, group: 'system', demand: { permission: 'settings.manage' } },
  { name: 'operations', path: paths.adminOperations, group: 'system', demand: { roles: ['super_admin'] } },
  // Everybody finds their own actions there; whose lines it shows, the database decides.
  { name: 'audit', path: paths.adminAudit, group: 'system', demand: {} },
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
