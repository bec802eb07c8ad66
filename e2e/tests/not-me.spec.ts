import { expectAccessible } from '../support/accessibility.ts'
import { isSessionValid, SAFARI, signInNewStudent, signInOnPhone } from '../support/account.ts'
import { linkIn, NOTICE_LINK } from '../support/mailbox.ts'
import { storedSession } from '../support/session.ts'
import { allowRefusals, expect, OFFLINE, test } from '../support/test.ts'

test.skip(({ isMobile }) => isMobile, 'both devices are the test’s own')

test('[7-06] a sign-in from another device is told by mail; one press, which can be repeated without a connection, ends every session and leads back in', async ({
  page,
  context,
  academy,
  problems,
}) => {
  const student = await signInNewStudent(page, academy)
  const { anonKey: apikey } = academy
  await page.request.post('/auth/v1/otp', {
    headers: { apikey, 'user-agent': SAFARI },
    data: { email: student.email, create_user: false },
  })
  const asked = await academy.mail.waitFor(student.email)
  expect(asked.text).toMatch(/, ב־\d\d\.\d\d\.\d{4}, \d\d:\d\d מהמכשיר Safari, iOS\./)
  const iPhone = await signInOnPhone(page, academy, student)

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
  const button = page.getByRole('button', { name: 'זה לא הייתי אני' })
  await context.setOffline(true)
  await button.click()
  await expect(page.getByRole('alert')).toContainText('ועדיין לא נעשה דבר')
  await context.setOffline(false)
  expect(await isSessionValid(academy, iPhone)).toBe(true)
  const pressedAt = Date.now()
  await button.click()
  await expect(page.getByRole('heading', { name: 'החשבון אובטח' })).toBeFocused()
  await expectAccessible(page, 'after the press')

  await expect.poll(() => storedSession(page)).toBeNull()
  expect(await isSessionValid(academy, iPhone)).toBe(false)
  expect((await academy.mail.waitFor(student.email, pressedAt)).subject).toBe('החשבון אובטח · האקדמיה לפיננסים')

  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'זה כבר נעשה' })).toBeVisible()
  await page.getByRole('link', { name: 'לשחזור הגישה' }).click()
  await expect(page.getByRole('heading', { name: 'שחזור גישה לחשבון' })).toBeVisible()
  allowRefusals(problems, OFFLINE)
  allowRefusals(problems, /status of 40[13]/)
})
