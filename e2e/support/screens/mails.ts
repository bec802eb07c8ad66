import type { Page } from '@playwright/test'
import type { Academy } from '../academy.ts'
import { type CaughtMail, NOTICE_LINK } from '../mailbox.ts'
import { newStudent, registerAndEnter } from '../student.ts'

/** Every mail of the academy as it really went through a mail server, by the name of its picture. */
export async function collectMails(page: Page, academy: Academy): Promise<Map<string, CaughtMail>> {
  const { mail } = academy
  const mails = new Map<string, CaughtMail>()
  const student = await registerAndEnter(page, academy, { ...newStudent(), email: 'dana.levi@example.org' })
  mails.set('mail-confirmation', await mail.waitFor(student.email))
  const next = async (name: string, recipient: string, ask: () => Promise<unknown>) => {
    const since = Date.now()
    await ask()
    mails.set(name, await mail.waitFor(recipient, since))
  }
  const redirect = (purpose: string) =>
    encodeURIComponent(`${academy.url}/auth/callback?n=${'0123456789abcdef'.repeat(4)}&for=${purpose}`)
  const post = (path: string, body: object) => academy.asServer('POST', path, body)
  await next('mail-sign-in', student.email, () =>
    post(`/auth/v1/otp?redirect_to=${redirect('signin')}`, { email: student.email, create_user: false }),
  )
  await next('mail-account-recovery', student.email, () =>
    post('/functions/v1/account-recovery', { phone_number: `+972${student.phone}` }),
  )
  await next('mail-invitation', 'ron@example.org', () => post('/auth/v1/invite', { email: 'ron@example.org' }))
  await next('mail-email-change', 'dana.new@example.org', async () => {
    const token = await page.evaluate(() => JSON.parse(localStorage.getItem('sb-auth-token') ?? '{}').access_token)
    const asStudent = (method: string, path: string, body: object) =>
      page.request.fetch(path, { method, headers: { authorization: `Bearer ${String(token)}` }, data: body })
    await asStudent('POST', '/rest/v1/rpc/begin_email_change', {})
    await asStudent('PUT', '/auth/v1/user', { email: 'dana.new@example.org' })
  })
  await academy.patch('users', ['email', student.email], { phone_number: '+972541112233' })
  mails.set('mail-security-notice', await mail.waitFor(student.email, 0, NOTICE_LINK))
  return mails
}
