import type { Page } from '@playwright/test'
import { enterAsNewStudent } from '../support/account.ts'
import { authCalls, setTabHidden, storedSession } from '../support/session.ts'
import { toastWithText } from '../support/student.ts'
import { allowRefusals, expect, expectRefusals, test } from '../support/test.ts'

test.skip(({ isMobile }) => isMobile, 'a phone shows the same')

const MINUTE = 60_000
const EXPIRED = 'Your session has expired. Please sign in again.'
const SIGNED_OUT = 'You have been signed out.'
const REFRESH = 'POST /token?grant_type=refresh_token'

test.beforeEach(async ({ page }) => page.clock.install())

/** Time passes, and the check of the session that falls into it is answered before more time does. */
async function passTime(page: Page, milliseconds: number): Promise<void> {
  const checked = page.waitForResponse('**/auth/v1/user')
  await page.clock.fastForward(milliseconds)
  await checked
}

test('[4-19] [4-20] [8-17] [9-03] every 30 minutes the session is checked; past its own limit it is ended with a warning', async ({
  page,
  academy,
  problems,
}) => {
  await enterAsNewStudent(page, academy)
  const { access_token } = (await storedSession(page)) ?? { access_token: '' }
  const calls = authCalls(page)
  await page.clock.fastForward(29 * MINUTE)
  expect(calls).toEqual([])
  await passTime(page, MINUTE)
  expect(calls).toEqual(['GET /user'])
  await page.evaluate((later) => localStorage.setItem('user_session_expiry', String(Date.now() + later)), 20 * MINUTE)
  await page.clock.fastForward(30 * MINUTE)
  await expect(toastWithText(page, EXPIRED)).toBeVisible()
  await page.waitForURL('**/login')
  await expect(toastWithText(page, SIGNED_OUT)).toHaveCount(0)
  expect(await storedSession(page)).toBeNull()
  expect(await page.evaluate(() => localStorage.getItem('user_session_expiry'))).toBeNull()
  const answer = await fetch(`${academy.supabaseUrl}/auth/v1/user`, {
    headers: { authorization: `Bearer ${access_token}` },
  })
  expect(answer.status).not.toBe(200)
  // The client may ask for a new token in the very moment in which the session ends.
  allowRefusals(problems, /status of 400 .*refresh_token/)
})

test('[4-21] [8-18] a session that the server has ended is left, and that is said once', async ({
  page,
  academy,
  problems,
}) => {
  await enterAsNewStudent(page, academy)
  const session = await storedSession(page)
  const ended = await fetch(`${academy.supabaseUrl}/auth/v1/logout?scope=global`, {
    method: 'POST',
    headers: { authorization: `Bearer ${session?.access_token}` },
  })
  expect(ended.status).toBe(204)
  await page.clock.fastForward(30 * MINUTE)
  await expect(toastWithText(page, SIGNED_OUT)).toHaveCount(1)
  await page.waitForURL('**/login')
  await expect(toastWithText(page, SIGNED_OUT)).toHaveCount(1)
  expect(await storedSession(page)).toBeNull()
  expectRefusals(problems, /status of 40\d .*\/auth\/v1\//)
})

test('[4-22] [9-10] the token is renewed when three ticks remain, not in a hidden tab, and at once when it is shown', async ({
  page,
  academy,
}) => {
  await enterAsNewStudent(page, academy)
  const session = await storedSession(page)
  const left = async () => (session?.expires_at ?? 0) * 1000 - (await page.evaluate(() => Date.now()))
  const calls = authCalls(page)
  const renewals = () => calls.filter((call) => call === REFRESH).length
  await passTime(page, (await left()) - 125_000)
  await page.clock.runFor(1_000)
  expect(renewals()).toBe(0)
  await setTabHidden(page, true)
  await page.clock.runFor(60_000)
  expect(await left()).toBeLessThan(3 * 30_000)
  expect(renewals()).toBe(0)
  await setTabHidden(page, false)
  await expect.poll(renewals).toBe(1)
  await expect.poll(async () => (await storedSession(page))?.access_token).not.toBe(session?.access_token)
})
