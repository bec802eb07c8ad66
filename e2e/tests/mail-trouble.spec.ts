import type { Academy } from '../support/academy.ts'
import { signInNewStudent } from '../support/account.ts'
import { linkIn } from '../support/mail-server.ts'
import { fillInRegistration, newStudent, toastSaying } from '../support/student.ts'
import { allowRefusals, expect, SERVER_AWAY, test } from '../support/test.ts'

test.afterEach(({ academy }) => {
  academy.mail.refuse = false
})

/** The mail server turns away at least one more mail. */
const expectRefusal = (academy: Academy, before: number) =>
  expect.poll(() => academy.mail.refused).toBeGreaterThan(before)

test('[2.6-03] a mail that could not leave yet survives a server that is killed', async ({
  page,
  academy,
  isMobile,
  problems,
}) => {
  test.skip(isMobile, 'the server is the same for both')
  const student = newStudent()
  const refusedBefore = academy.mail.refused
  academy.mail.refuse = true
  await fillInRegistration(page, student)
  await page.getByRole('button', { name: 'שלח קישור הרשמה' }).click()
  await expect(page.getByRole('heading', { name: 'ההרשמה הצליחה' })).toBeVisible()
  await expectRefusal(academy, refusedBefore)
  await page.waitForLoadState('networkidle')
  await academy.restart('SIGKILL')
  academy.mail.refuse = false
  const mail = await academy.mail.waitFor(student.email)
  expect(academy.mail.mails.filter(({ recipient }) => recipient === student.email)).toHaveLength(1)
  await page.goto(linkIn(mail, '/auth/callback'))
  await page.waitForURL('**/dashboard')
  // The page that waits for the mail asks about it also while the server is away.
  allowRefusals(problems, SERVER_AWAY)
})

test('[2.8-02] [2.8-04] [8-28] [8-16] an unverified student asks for the link again and looks anew', async ({
  page,
  academy,
}) => {
  const student = await signInNewStudent(page, academy)
  await academy.patch('users', ['email', student.email], { email_verified: false })
  await page.goto('/auth/verify-email')
  await expect(page.getByText(student.email)).toBeVisible()
  await expect(page.getByRole('link', { name: 'חזרה לאזור האישי' })).toHaveAttribute('href', '/dashboard')
  await page.getByRole('button', { name: 'כבר פתחתי את הקישור, לאמת' }).click()
  await expect(page.getByText('הכתובת עוד לא אומתה')).toBeVisible()

  const since = Date.now()
  await page.getByRole('button', { name: 'לשלוח את הקישור שוב' }).click()
  await expect(page.getByText('קישור אימות נשלח')).toBeVisible()
  await academy.mail.waitFor(student.email, since)
  await academy.patch('users', ['email', student.email], { email_verified: true })
  await page.getByRole('button', { name: 'כבר פתחתי את הקישור, לאמת' }).click()
  await expect(toastSaying(page, 'Email verified successfully')).toBeVisible()
  await page.waitForURL('**/dashboard')
})
