import { expectAccessible } from '../support/accessibility.ts'
import { signInNewStudent } from '../support/account.ts'
import { linkIn, NOTICE_LINK } from '../support/mail-server.ts'
import { storedSession } from '../support/session.ts'
import { askForLink } from '../support/student.ts'
import { allowRefusals, expect, test } from '../support/test.ts'

const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

test('[7-06] a sign-in from another device is told by mail; one press ends every session and leads back in', async ({
  page,
  browser,
  academy,
  isMobile,
  problems,
}) => {
  test.skip(isMobile, 'both devices are the test’s own')
  const student = await signInNewStudent(page, academy)
  const elsewhere = await browser.newContext({ userAgent: SAFARI })
  const iPhone = await elsewhere.newPage()
  const asked = await askForLink(iPhone, academy, student)
  expect(asked.text).toMatch(/, ב־\d\d\.\d\d\.\d{4}, \d\d:\d\d מהמכשיר Safari, iOS\./)
  await iPhone.goto(linkIn(asked, '/auth/callback'))
  await iPhone.waitForURL('**/dashboard')

  const notice = await academy.mail.waitFor(student.email, 0, NOTICE_LINK)
  expect(notice.subject).toBe('כניסה ממכשיר חדש לחשבון · האקדמיה לפיננסים')
  expect(notice.text).toContain('Safari ב־iOS')
  const link = linkIn(notice, NOTICE_LINK)
  for (const method of ['GET', 'HEAD']) await fetch(link, { method, redirect: 'manual' })

  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'זה לא הייתם אתם?' })).toBeVisible()
  await expect(page.getByText('נכנסו לחשבון ממכשיר חדש.')).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expect(page.locator('meta[name=referrer]')).toHaveAttribute('content', 'no-referrer')
  await expectAccessible(page, 'before the press')
  const pressedAt = Date.now()
  await page.getByRole('button', { name: 'זה לא הייתי אני' }).click()
  await expect(page.getByRole('heading', { name: 'החשבון אובטח' })).toBeFocused()
  await expectAccessible(page, 'after the press')

  await expect.poll(() => storedSession(page)).toBeNull()
  await iPhone.reload()
  await iPhone.waitForURL('**/login')
  expect((await academy.mail.waitFor(student.email, pressedAt)).subject).toBe('החשבון אובטח · האקדמיה לפיננסים')

  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'זה כבר נעשה' })).toBeVisible()
  await page.getByRole('link', { name: 'לשחזור הגישה' }).click()
  await expect(page.getByRole('heading', { name: 'שחזור גישה לחשבון' })).toBeVisible()
  allowRefusals(problems, /status of 40[13]/)
  await elsewhere.close()
})

test('a link that nobody knows has ways on, and a press without a connection can be repeated', async ({
  page,
  context,
  academy,
  browser,
  isMobile,
  problems,
}) => {
  test.skip(isMobile, 'both devices are the test’s own')
  await page.goto('/auth/not-me?token=nothing')
  await expect(page.getByRole('heading', { name: 'הקישור אינו תקף' })).toBeVisible()
  const student = await signInNewStudent(page, academy)
  const elsewhere = await browser.newContext({ userAgent: SAFARI })
  const iPhone = await elsewhere.newPage()
  await iPhone.goto(linkIn(await askForLink(iPhone, academy, student), '/auth/callback'))
  await iPhone.waitForURL('**/dashboard')
  await elsewhere.close()
  await page.goto(linkIn(await academy.mail.waitFor(student.email, 0, NOTICE_LINK), NOTICE_LINK))
  const button = page.getByRole('button', { name: 'זה לא הייתי אני' })
  await button.waitFor()
  await context.setOffline(true)
  await button.click()
  await expect(page.getByRole('alert')).toContainText('ועדיין לא נעשה דבר')
  await context.setOffline(false)
  await button.click()
  await expect(page.getByRole('heading', { name: 'החשבון אובטח' })).toBeVisible()
  allowRefusals(problems, /ERR_INTERNET_DISCONNECTED|^Failed to fetch manifest patches|status of 40[13]/)
})
