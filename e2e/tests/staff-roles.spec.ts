import { type Browser, expect, type Page } from '@playwright/test'
import { openPages, STAFF_PAGES, type StaffPageName } from '../../web/app/staff/shell/staff-pages.rules.ts'
import type { Academy } from '../support/academy.ts'
import { signInNewStaff } from '../support/account.ts'
import { enterAsSuperAdmin } from '../support/screens/staff.ts'
import { STORE } from '../support/session.ts'
import { ADDRESS_HEADER, academyTest as test } from '../support/test.ts'

type GivenRole = { name: string; level: number; role_permissions: { permissions: { name: string } }[] }

const ROLES = ['super_admin', 'admin', 'analyst', 'marketing', 'unknown']

const WORDS: Record<StaffPageName, string> = {
  desk: 'היום',
  analytics: 'ניתוח נתונים',
  students: 'סטודנטים',
  support: 'פניות',
  users: 'צוות',
  roles: 'תפקידים והרשאות',
  courses: 'קורסים',
  quizzes: 'מבחנים',
  categories: 'קטגוריות',
  authors: 'כותבים ומרצים',
  essays: 'מאמרים',
  news: 'חדשות',
  facts: 'נתונים ושיעורים',
  media: 'ספריית המדיה',
  legal: 'מסמכים משפטיים',
  settings: 'הגדרות',
  mails: 'הודעות שלא נמסרו',
  operations: 'תפעול',
  notifications: 'הודעות ודיוור',
  audit: 'יומן הפעולות',
}

/** What the database is asked for each page; the first page asks for nothing but the member. */
const ASKED: Record<StaffPageName, [call: string, args: object] | null> = {
  desk: null,
  analytics: ['analytics_overview', { first: '2026-01-01', last: '2026-01-07' }],
  students: ['list_students', { query: {} }],
  support: ['list_tickets', { query: {} }],
  users: ['list_team', {}],
  roles: ['permission_map', {}],
  courses: ['list_content', { query: { kind: 'course' } }],
  quizzes: ['list_content', { query: { kind: 'quiz' } }],
  categories: ['list_content', { query: { kind: 'category' } }],
  authors: ['list_content', { query: { kind: 'author' } }],
  essays: ['list_content', { query: { kind: 'essay' } }],
  news: ['list_content', { query: { kind: 'news' } }],
  facts: ['list_content', { query: { kind: 'fact' } }],
  media: ['list_media_files', { query: {} }],
  legal: ['list_legal_documents', {}],
  settings: ['read_settings', {}],
  mails: ['list_undelivered_mails', { query: {} }],
  operations: ['operations_overview', {}],
  notifications: ['list_campaigns', { query: {} }],
  audit: ['list_audit_lines', { query: {} }],
}

test('[6-12] [6-13] what each role sees of pages, navigation and search is what the database gives it', async ({
  academy,
  browser,
}) => {
  const walks = await Promise.all(ROLES.map((role, place) => walk(browser, academy, role, place)))
  for (const { role, given, opened, listed, found } of walks)
    expect({ role, opened, listed, found }).toEqual({ role, opened: given, listed: given, found: given })
  const roles = await academy.read<GivenRole>('roles?select=name,level,role_permissions(permissions(name))')
  for (const { role, given } of walks) {
    const held = roles.find(({ name }) => name === role)
    const permissions = held?.role_permissions.map(({ permissions: { name } }) => name) ?? []
    const expected = openPages({ name: role, level: held?.level ?? 999, permissions }).map(({ name }) => name)
    expect({ role, given }).toEqual({ role, given: expected })
  }
})

/** Signs a member of the role in and goes to every page without loading one anew. */
async function walk(browser: Browser, academy: Academy, role: string, place: number) {
  // Each has an address of their own, because the server bounds how often one may ask.
  const extraHTTPHeaders = { [ADDRESS_HEADER]: `198.51.100.${place + 1}` }
  const context = await browser.newContext({ baseURL: academy.url, locale: 'he-IL', extraHTTPHeaders })
  const page = await context.newPage()
  if (role === 'super_admin') await enterAsSuperAdmin(page, academy)
  else await signInNewStaff(page, academy, role)
  await page.goto('/admin')
  const navigation = page.getByRole('navigation', { name: 'ניווט הצוות' })
  await expect(navigation.getByRole('link').first()).toBeVisible()
  const links = await navigation.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  const listed = STAFF_PAGES.filter(({ path }) => links.includes(path)).map(({ name }) => name)
  const given: string[] = []
  const opened: string[] = []
  for (const { name, path } of STAFF_PAGES) {
    if (await isGiven(page, academy, name)) given.push(name)
    if (await opens(page, path)) opened.push(name)
  }
  const found = await search(page)
  await context.close()
  return { role, given, opened, listed, found }
}

async function isGiven(page: Page, { anonKey }: Academy, name: StaffPageName): Promise<boolean> {
  const asked = ASKED[name]
  if (!asked) return true
  const token = await page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? '{}').access_token, STORE)
  const headers = { apikey: anonKey, authorization: `Bearer ${token}` }
  const answer = await page.request.post(`/rest/v1/rpc/${asked[0]}`, { data: asked[1], headers })
  expect([200, 403]).toContain(answer.status())
  return answer.ok()
}

/** Goes to a page from the first one, which is open to all, and says whether it shows itself or a refusal. */
async function opens(page: Page, path: string): Promise<boolean> {
  const current = (of: string) => page.locator(`nav a[aria-current="page"][href="${of}"]`).first()
  await go(page, '/admin')
  await expect(current('/admin')).toBeVisible()
  await go(page, path)
  const refused = page.getByRole('main').getByRole('alert').filter({ hasText: /\S/ })
  await expect(current(path).or(refused)).toBeVisible()
  return !(await refused.isVisible())
}

/** As a link goes there, without loading the page. */
const go = (page: Page, path: string) =>
  page.evaluate((to) => {
    window.history.pushState(null, '', to)
    window.dispatchEvent(new PopStateEvent('popstate'))
  }, path)

async function search(page: Page): Promise<string[]> {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('option').first()).toBeVisible()
  const words = await page.getByRole('option').allTextContents()
  return STAFF_PAGES.filter(({ name }) => words.includes(WORDS[name])).map(({ name }) => name)
}
