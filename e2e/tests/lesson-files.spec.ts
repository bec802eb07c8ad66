import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { Academy } from '../support/academy.ts'
import { expectAccessible, expectVisibleFocus } from '../support/accessibility.ts'
import { signInNewStudent } from '../support/account.ts'
import { type CatalogueCourse, someCourse } from '../support/lesson.ts'
import { lessonAddress, openLesson, openPart } from '../support/lesson-page.ts'
import { signOut } from '../support/student.ts'
import { expect, expectRefusals, test } from '../support/test.ts'

const SIGNING = '**/functions/v1/sign-lesson-file'
const TABLE = 'טבלת ריבית דריבית'
const YEARS = 'חיסכון של ₪100 בחודש, שנה אחר שנה'

// The question about privacy lies over the lower edge of a phone until it is answered.
test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('cookie-consent', 'rejected'))
})

const files = (page: Page) => page.getByRole('region', { name: 'קבצים לשיעור' })
const file = (page: Page, title: string) => files(page).getByRole('button', { name: title })

/** Opens the lesson with two files, as a student, where its files are in sight. */
async function openFiles(page: Page, academy: Academy, isMobile: boolean): Promise<CatalogueCourse> {
  const course = await someCourse(academy)
  await signInNewStudent(page, academy)
  await openLesson(page, lessonAddress(course, 3))
  if (isMobile) await openPart(page, 'סיכום')
  await file(page, TABLE).scrollIntoViewIfNeeded()
  return course
}

async function taken(
  page: Page,
  press: () => Promise<void>,
): Promise<{ name: string; address: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return { name: download.suggestedFilename(), address: download.url(), bytes: await readFile(await download.path()) }
}

test('[2.1-14] a student takes the worksheets of a lesson along, by hand and by keyboard, or learns why not; after signing out nobody does', {
  tag: '@phone',
}, async ({ page, academy, isMobile, problems }) => {
  await openFiles(page, academy, isMobile)
  await expect(files(page).getByRole('listitem')).toHaveCount(2)
  await expect(file(page, TABLE)).toContainText(/PDF · \d+ KB/)
  for (const button of await files(page).getByRole('button').all()) {
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  }
  await expectAccessible(page, 'files of a lesson')

  const years = await taken(page, () => file(page, YEARS).click())
  expect(years.name).toBe(`${YEARS}.csv`)
  expect(years.bytes.toString('utf8')).toMatch(/^\uFEFFשנה,הופקד עד כה/)
  await expect(files(page).getByText('ההורדה התחילה.')).toBeVisible()

  await page.keyboard.press('Tab')
  await expect(file(page, TABLE)).toBeFocused()
  await expectVisibleFocus(page)
  const table = await taken(page, () => page.keyboard.press('Enter'))
  expect(table.name).toBe(`${TABLE}.pdf`)
  expect(table.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  await expect(file(page, TABLE)).toBeFocused()
  expect(new URL(page.url()).pathname).toContain('/lessons/')
  if (isMobile) return
  await test.step('a file that cannot be had says why, and can be tried again', () => expectReasons(page, problems))
  await test.step('the bucket gives nothing without a session, and a signed address ends within a minute', () =>
    expectClosedAfterwards(page, academy, table.address))
})

async function expectClosedAfterwards(page: Page, academy: Academy, address: string): Promise<void> {
  const { pathname, searchParams } = new URL(address)
  const payload = JSON.parse(Buffer.from(searchParams.get('token')?.split('.')[1] ?? '', 'base64url').toString())
  expect(payload.exp - payload.iat).toBeLessThanOrEqual(60)
  const apikey = (await page.locator('html').getAttribute('data-anon-key')) ?? ''
  await signOut(page, false)
  const path = pathname.split('/lesson-files/')[1]
  for (const place of [
    `/object/public/lesson-files/${path}`,
    `/object/authenticated/lesson-files/${path}`,
    `/object/lesson-files/${path}`,
    `/object/public/images/${path}`,
    `/object/info/lesson-files/${path}`,
  ]) {
    const response = await fetch(`${academy.supabaseUrl}/storage/v1${place}`, { headers: { apikey } })
    expect([place, response.status]).toEqual([place, 400])
  }
  const signed = await fetch(`${academy.supabaseUrl}/storage/v1/object/sign/lesson-files/${path}`, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify({ expiresIn: 60 }),
  })
  expect(signed.status).toBe(400)
}

async function expectReasons(page: Page, problems: string[]): Promise<void> {
  await page.route(SIGNING, (route) => route.abort('internetdisconnected'))
  await file(page, TABLE).click()
  const alert = files(page).getByRole('alert').filter({ hasText: 'הקובץ לא ירד' })
  await expect(alert).toBeVisible()
  await expectAccessible(page, 'file that failed')
  await page.unroute(SIGNING)
  const again = await taken(page, () => alert.getByRole('button', { name: 'לנסות שוב' }).click())
  expect(again.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  await expect(file(page, TABLE)).toBeFocused()
  expectRefusals(problems, /ERR_INTERNET_DISCONNECTED/)

  await page.route(SIGNING, (route) =>
    route.fulfill({ status: 400, json: { statusCode: '404', error: 'not_found', message: 'Object not found' } }),
  )
  await file(page, YEARS).click()
  await expect(files(page).getByText('הקובץ הזה אינו זמין עכשיו.')).toBeVisible()
  await expectAccessible(page, 'file that was refused')
  expectRefusals(problems, /400/)
}
