import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { staffPaths } from '~/shared/config/staff-paths'
import { type StaffDemand, type StaffRole, staffDenial } from '~/staff/entry/staff.rules'
import { CONTENT_CALLS, CONTENT_DEMANDS, STAFF_CALLS, type StaffCall } from '~/staff/entry/staff-calls.rules'
import { contentKindAt } from '~/staff/shared/content-kinds.rules'
import { staffPageAt } from '~/staff/shared/staff-pages.rules'
import { pageCalls } from './test-page-calls'

/**
 * No page shows what its reader is refused: what its modules call asks for no more than the page does, or is asked for
 * by name, and so do the pages that its links lead to. That the database asks for what is declared,
 * supabase/tests/staff-call-permissions.test.ts holds for every role.
 */

/** Asked of every visitor of the desk, before there is a member; a file is signed for whoever may have it. */
const OF_EVERYBODY = [
  ...['link_admin_account', 'staff_app_missing', 'read_student_viewing', 'keep_staff_session'],
  ...['may_open_lesson_file', 'may_open_previewed_file'],
]
/** Of these the database tells with each row, or with the settings, whether the reader may. */
const DECIDED_BY_ROW: readonly string[] = [
  ...['end_staff_sessions', 'set_admin_active', 'set_admin_role', 'revoke_admin_invitation', 'save_support_settings'],
]
/** Calls and links of lists and forms of content that only some kinds have. */
const OF_KINDS: Readonly<Record<string, readonly string[]>> = {
  facts: ['fact'],
  courseQuizzes: ['quiz'],
  article_tag_names: ['news', 'essay'],
  fact_uses: ['fact'],
  list_finance_facts: ['fact'],
  quiz_statistics: ['quiz'],
  import_lessons: ['lesson'],
  read_lesson_folder: ['lesson'],
  move_lesson: ['lesson'],
  lesson_move_outlook: ['lesson'],
  set_media_poster: ['lesson'],
}
/** Pages whose texts take pictures of the library, and no film, which alone has a poster. */
const OF_PICTURES: readonly (string | undefined)[] = ['legal', 'notifications']

const table = readFileSync(new URL('../../routes.ts', import.meta.url), 'utf8')
const [, shell = ''] = /shell\.route\.tsx', \[([\s\S]*?)\n {4}\]\)/.exec(table) ?? []
const PAGES = [
  ['', 'staff/shell/shell.route.tsx'],
  ['', /index\('([^']+)'/.exec(shell)?.[1] ?? ''],
  ...[...shell.matchAll(/\broute\('([^']+)', '([^']+)'/g)].map(([, path = '', route = '']) => [path, route]),
].map(([path = '', route = '']) => [`/admin/${path.replaceAll(/:\w+/g, 'x')}`, route] as const)

/** Those whom a demand lets pass and who hold nothing besides: what they may do, everyone may whom it lets pass. */
function weakest({ permission, anyPermission, roles, minimumLevel: level = 999 }: StaffDemand): StaffRole[] {
  const held = (anyPermission ?? [undefined]).map((one) => [permission, one].filter((name) => name !== undefined))
  return (roles ?? ['somebody']).flatMap((name) => held.map((permissions) => ({ name, level, permissions })))
}
const covers = (page: StaffDemand, call: StaffDemand) => weakest(page).every((role) => staffDenial(role, call) === null)
const addressOf = (name: string): string => {
  const [, path]: [string, unknown] = Object.entries(staffPaths).find(([known]) => known === name) ?? ['', '']
  return String(typeof path === 'function' ? path('x', 'x') : path).replace(/\?.*/, '')
}
const isStaffCall = (name: string): name is StaffCall => name in STAFF_CALLS

it.each(PAGES)('[6-12] on %s stands nothing that its reader is refused', (path, route) => {
  const { name: pageName, demand: page = {} } = staffPageAt(path) ?? {}
  const kind = route.startsWith('staff/content/') ? contentKindAt(path) : undefined
  if (kind) expect(covers(page, CONTENT_DEMANDS[kind])).toBe(true)
  const { called, asked, led } = pageCalls(route)
  const isOfOthers = (name: string) => kind !== undefined && OF_KINDS[name]?.includes(kind) === false
  const isShown = (name: string) => {
    if (kind && CONTENT_CALLS.some((call) => call === name)) return true
    if (OF_EVERYBODY.includes(name) || DECIDED_BY_ROW.includes(name) || asked.has(name)) return true
    if (!isStaffCall(name)) return false
    if (name === 'set_media_poster' && OF_PICTURES.includes(pageName)) return true
    return isOfOthers(name) || covers(page, STAFF_CALLS[name])
  }
  expect([...called].filter((name) => !isShown(name))).toEqual([])
  const opens = (name: string) => {
    if (isOfOthers(name)) return true
    const there = staffPageAt(addressOf(name))
    const passed = [page, ...[...asked].filter(isStaffCall).map((call) => STAFF_CALLS[call])]
    return there === undefined || passed.some((demand) => covers(demand, there.demand))
  }
  expect([...led].filter((name) => !opens(name))).toEqual([])
})

it('the calls of pages are found by the modules that they are made of', () => {
  expect(PAGES.length).toBeGreaterThan(40)
  const record = pageCalls('staff/student-record/student.route.tsx')
  expect([...record.called]).toEqual(expect.arrayContaining(['read_student_record', 'revoke_certificate']))
  expect([...record.called]).not.toContain('open_students_export')
  expect([...record.asked]).toEqual(expect.arrayContaining(['revoke_certificate', 'begin_student_viewing']))
  expect([...pageCalls('staff/analytics/work.route.tsx').led]).toContain('mails')
  expect([...pageCalls('staff/settings/settings.route.tsx').called]).toContain('begin_test_mail')
})
