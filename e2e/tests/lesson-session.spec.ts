import type { Page } from '@playwright/test'
import type { Academy } from '../support/academy.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { signInNewStudent } from '../support/account.ts'
import { codeIn, linkIn } from '../support/mailbox.ts'
import { setTabHidden } from '../support/session.ts'
import { askForLink, type Student, signOut } from '../support/student.ts'
import { allowRefusals, expect } from '../support/test.ts'
import {
  expectSavedNear,
  expectShownNear,
  openLesson,
  play,
  savedRow,
  shownSecond,
  test,
  watchUntil,
} from '../support/watching.ts'

test.use({ storageState: { cookies: [], origins: [] } })

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'צריך להיכנס שוב' })

/** Ends every session of the student at the server, and lets the access token of this browser run out. */
async function endSessions(page: Page, academy: Academy): Promise<void> {
  const anonKey = (await page.locator('html').getAttribute('data-anon-key')) ?? ''
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('sb-auth-token') ?? '{}').access_token)
  const answer = await fetch(`${academy.supabaseUrl}/auth/v1/logout?scope=global`, {
    method: 'POST',
    headers: { apikey: anonKey, authorization: `Bearer ${token}` },
  })
  expect(answer.status).toBe(204)
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('sb-auth-token') ?? '{}')
    localStorage.setItem('sb-auth-token', JSON.stringify({ ...session, expires_at: 1, expires_in: 0 }))
  })
  // The client looks at its session every 30 s, and whenever the tab is shown again.
  await setTabHidden(page, false)
}

async function enterCode(page: Page, academy: Academy, email: string, since: number): Promise<void> {
  const mail = await academy.mail.waitFor(email, since)
  await dialogOf(page).getByLabel('קוד מהאימייל').fill(codeIn(mail))
}

const idOf = async (academy: Academy, { email }: Student) =>
  (await academy.read<{ id: string }>(`users?select=id&email=eq.${encodeURIComponent(email)}`))[0]?.id ?? ''

/** Takes the browser's own words about the provoked refusals out of the problems. */
function forgive(problems: string[]): void {
  allowRefusals(problems, /status of 40[013]/)
}

test('[2.1-14] [4-48] [8-18] a session that ends in the middle of a lesson is renewed over the page, and no second is lost; signed out in another tab the lesson is left', async ({
  page,
  academy,
  lesson,
  isMobile,
  problems,
}, info) => {
  const student = await signInNewStudent(page, academy)
  const userId = await idOf(academy, student)
  await openLesson(page, lesson)
  await page.locator('video').evaluate((video) => video.setAttribute('data-same', ''))
  await play(page)
  await watchUntil(page, 6)
  await endSessions(page, academy)
  await expect(dialogOf(page)).toBeVisible()
  await expect.poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.paused)).toBe(true)
  const left = await shownSecond(page)
  await expect(page.getByText('שמור במכשיר, ויישמר בחשבון אחרי הכניסה')).toBeAttached()
  await expectAccessible(page, 'a session that is over')
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeVisible()

  const since = Date.now()
  await dialogOf(page).getByRole('button', { name: 'שליחת קוד' }).click()
  await enterCode(page, academy, student.email, since)
  await expect(dialogOf(page)).toBeHidden()
  await expect(page.locator('video[data-same]')).toHaveCount(1)
  await expectSavedNear(academy, userId, lesson, left, info)
  const row = await savedRow(academy, userId, lesson)
  expect(Math.abs((row?.watched_seconds ?? 0) - left)).toBeLessThanOrEqual(5)
  await watchUntil(page, left + 1)
  forgive(problems)

  await test.step('who signs out in another tab leaves the lesson, without being asked to come back', async () => {
    const other = await page.context().newPage()
    await other.goto('/about-us')
    await signOut(other, isMobile)
    await expect(page).toHaveURL(/\/login/)
    await expect(dialogOf(page)).toBeHidden()
  })
})

test('[4-48] who signs in over the lesson of another does not get the seconds of the other, who finds them later', async ({
  page,
  academy,
  lesson,
  member,
  isMobile,
  problems,
}, info) => {
  const first = await signInNewStudent(page, academy)
  await openLesson(page, lesson)
  await play(page)
  await watchUntil(page, 6)
  await endSessions(page, academy)
  await expect(dialogOf(page)).toBeVisible()
  const left = await shownSecond(page)

  await dialogOf(page).getByRole('button', { name: 'לכתובת אחרת' }).click()
  await dialogOf(page).getByLabel('כתובת אימייל').fill(member.email)
  const since = Date.now()
  await dialogOf(page).getByRole('button', { name: 'שליחת קוד' }).click()
  await enterCode(page, academy, member.email, since)
  await expect(dialogOf(page)).toBeHidden()
  await expectShownNear(page, 0, info)
  await play(page)
  await watchUntil(page, 2)
  expect((await savedRow(academy, member.userId, lesson))?.watched_seconds ?? 0).toBeLessThan(5)

  await signOut(page, isMobile)
  const mail = await askForLink(page, academy, first)
  await page.goto(linkIn(mail, '/auth/callback'))
  await page.waitForURL('**/dashboard')
  await openLesson(page, lesson)
  await expectShownNear(page, left, info)
  await expectSavedNear(academy, await idOf(academy, first), lesson, left, info)
  forgive(problems)
})
