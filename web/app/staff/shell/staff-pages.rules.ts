import { paths } from '~/shared/config/paths'
import { type StaffDemand, type StaffRole, staffDenial } from '~/staff/entry/staff.rules'

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

/** Who writes what the site shows, and may show pictures there. */
const WRITERS = ['courses.manage', 'lessons.manage', 'categories.manage', 'news.manage', 'essays.manage']

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
  { name: 'courses', path: paths.adminCourses, group: 'content', demand: { permission: 'courses.manage' } },
  { name: 'quizzes', path: paths.adminQuizzes, group: 'content', demand: { permission: 'quizzes.manage' } },
  { name: 'categories', path: paths.adminCategories, group: 'content', demand: { permission: 'categories.manage' } },
  { name: 'authors', path: paths.adminAuthors, group: 'content', demand: { permission: 'courses.manage' } },
  { name: 'essays', path: paths.adminEssays, group: 'content', demand: { permission: 'courses.manage' } },
  { name: 'news', path: paths.adminNews, group: 'content', demand: { permission: 'courses.manage' } },
  { name: 'facts', path: paths.adminFacts, group: 'content', demand: { permission: 'courses.manage' } },
  { name: 'media', path: paths.adminMedia, group: 'content', demand: { anyPermission: WRITERS } },
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
  return STAFF_PAGES.findLast((page) =>
    page.path === paths.admin ? path === page.path : path === page.path || path.startsWith(`${page.path}/`),
  )
}

/** The pages that a role may open, in their order. */
export const openPages = (role: StaffRole | null): StaffPage[] =>
  STAFF_PAGES.filter(({ demand }) => staffDenial(role, demand) === null)
