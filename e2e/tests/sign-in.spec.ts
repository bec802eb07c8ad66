import type { Page } from '@playwright/test'
import { enterAsNewStudent, returningStudent } from '../support/account.ts'
import { linkIn } from '../support/mailbox.ts'
import { askForLink, signOut, toastWithText } from '../support/student.ts'
import { expect, expectRefusals, test } from '../support/test.ts'

const CALLBACK = '/auth/callback'

/** What the browser keeps of a session. */
const kept = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => /expiry|force-loaded|sb-auth/.test(key)))

test('[2.5-02] [8-31] [7-03] [4-16] [4-03] [2.2-05] [4-18] [8-16] a student comes back by a mailed link and leaves nothing behind when they go; a used link says so with a way on', async ({
  page,
  academy,
  isMobile,
  problems,
}) => {
  const student = await returningStudent(page, academy)
  const link = linkIn(await askForLink(page, academy, student), CALLBACK)
  await page.goto(link)
  await expect(toastWithText(page, 'Welcome back, דנה!')).toBeVisible()
  await page.waitForURL('**/dashboard')

  await signOut(page, isMobile)
  await expect(toastWithText(page, 'Signed out successfully')).toBeVisible()
  expect(await kept(page)).toEqual([])
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'הקישור לא עבד' })).toBeVisible()
  await expect(page.getByText('הקישור הזה כבר נוצל, או שפג תוקפו')).toBeVisible()
  await expect(page.getByRole('link', { name: 'לדף הבית' }).first()).toHaveAttribute('href', '/')
  await page.getByRole('link', { name: 'לבקש קישור חדש' }).click()
  await page.waitForURL('**/login')
  expectRefusals(problems, /status of 403 .*\/auth\/v1\/verify/)
})

test('[2.2-04] [2.2-05] [4-18] [8-16] signing out by the menu of a phone goes home, says so, and leaves nothing in the browser', {
  tag: '@phone-only',
}, async ({ page, academy, isMobile }) => {
  await enterAsNewStudent(page, academy)
  await signOut(page, isMobile)
  await expect(toastWithText(page, 'Signed out successfully')).toBeVisible()
  expect(await kept(page)).toEqual([])
  await page.goto('/dashboard')
  await page.waitForURL('**/login')
})
