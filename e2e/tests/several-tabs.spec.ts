import type { Page } from '@playwright/test'
import { returningStudent, signInNewStudent } from '../support/account.ts'
import { linkIn } from '../support/mailbox.ts'
import { storedSession } from '../support/session.ts'
import { pressSignOut, toastWithText } from '../support/student.ts'
import { expect, test } from '../support/test.ts'

test.skip(({ isMobile }) => isMobile, 'a phone shows the same')

const entrance = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'כניסה' })
const studentArea = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'האזור האישי' })

test('[4-01] [2.11-02] [2.2-05] [4-18] [8-16] [8-18] a sign-in in one tab shows in the others and leads where one wanted to go; a sign-out ends the others, which say so', async ({
  page,
  academy,
  context,
}) => {
  const student = await returningStudent(page, academy)
  const reading = await context.newPage()
  await reading.goto('/courses')
  await expect(entrance(reading)).toBeVisible()
  const since = Date.now()
  await page.goto('/profile')
  await page.waitForURL('**/login')
  await page.getByLabel('כתובת אימייל').fill(student.email)
  await page.getByRole('button', { name: 'שליחת קישור כניסה' }).click()
  await expect(page.getByText('קישור כניסה נשלח לכתובת האימייל שלכם')).toBeVisible()
  const opened = await context.newPage()
  await opened.goto(linkIn(await academy.mail.waitFor(student.email, since), '/auth/callback'))
  await opened.waitForURL('**/profile')
  await page.waitForURL('**/profile')
  await expect(page.getByRole('heading', { name: 'הפרופיל שלי' })).toBeVisible()
  await expect(studentArea(reading)).toBeVisible()
  expect(new URL(reading.url()).pathname).toBe('/courses')

  const told = expect(toastWithText(reading, 'You have been signed out.')).toBeVisible()
  await pressSignOut(opened.getByRole('main').getByRole('button', { name: 'יציאה מהחשבון' }))
  await expect(toastWithText(opened, 'Signed out successfully')).toBeVisible()
  await expect(toastWithText(opened, 'You have been signed out.')).toHaveCount(0)
  await told
  await opened.waitForURL((url) => url.pathname === '/')
  await expect(entrance(reading)).toBeVisible()
  expect(new URL(reading.url()).pathname).toBe('/courses')
  await page.waitForURL('**/login')
  expect(await storedSession(page)).toBeNull()
  expect(await page.evaluate(() => localStorage.getItem('user_session_expiry'))).toBeNull()
})

test('[2.11-07] [2.11-08] [2.10-01] [2.10-02] [4-23] [4-24] without a phone every page is the card, until the profile has one', async ({
  page,
  academy,
}) => {
  const student = await signInNewStudent(page, academy)
  await academy.patch('users', ['email', student.email], { phone_number: '+972000000000' })
  for (const path of ['/', '/dashboard']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: 'נדרש עדכון מספר טלפון' })).toBeVisible()
    await expect(page.getByRole('banner')).toHaveCount(0)
  }
  for (const reason of ['אבטחה', 'שחזור', 'התראות', 'רגולציה']) {
    await expect(page.getByRole('listitem').filter({ hasText: reason })).toBeVisible()
  }
  await page.getByRole('link', { name: 'לעדכון מספר הטלפון' }).click()
  await page.waitForURL('**/profile')
  await expect(page.getByText('שלום דנה, צריך לעדכן את מספר הטלפון')).toBeVisible()
  const phone = page.getByRole('textbox', { name: 'מספר טלפון' })
  await expect(phone).toHaveValue('')
  await phone.fill(`0${student.phone}`)
  await page.getByRole('button', { name: 'שמירת השינויים' }).click()
  await expect(toastWithText(page, 'Profile updated successfully')).toBeVisible()
  await expect(page.getByText('שלום דנה, צריך לעדכן את מספר הטלפון')).toBeHidden()
  await page.getByRole('main').getByRole('link', { name: 'לאזור האישי' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('דנה')
})

type Sent = { path_pattern: string; visitor_key?: string }

test('[2.1-19] [7-22] each route change counts one visit by its pattern; the key of the browser follows the choice', async ({
  page,
}) => {
  const sent: Sent[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/rpc/track_page_view')) sent.push(request.postDataJSON() as Sent)
  })
  const counted = (patterns: string[]) =>
    expect.poll(() => sent.map(({ path_pattern }) => path_pattern)).toEqual(patterns)
  await page.goto('/')
  await counted(['/'])
  await page.getByRole('main').getByRole('link', { name: 'לכל הקורסים' }).first().click()
  await counted(['/', '/courses'])
  expect(sent.every((visit) => visit.visitor_key === undefined)).toBe(true)
  await page.getByRole('button', { name: 'לאשר הכול' }).click()
  await page.getByRole('main').locator('a[href^="/courses/"]').first().click()
  await counted(['/', '/courses', '/courses/:courseId'])
  await page.goBack()
  await counted(['/', '/courses', '/courses/:courseId', '/courses'])
  await page.goto('/dashboard')
  await page.waitForURL('**/login')
  await counted(['/', '/courses', '/courses/:courseId', '/courses', '/dashboard', '/login'])
  const keys = sent.slice(2).map((visit) => visit.visitor_key)
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(new Set(keys).size).toBe(1)
  expect(JSON.stringify(sent)).not.toMatch(/@|\?/)
})
