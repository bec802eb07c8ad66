import type { Page } from '@playwright/test'
import type { Academy } from './academy.ts'
import { type CaughtMail, linkIn } from './mailbox.ts'
import type { Student } from './student.ts'

const CONTENT = {
  title: 'קורס חדש על ריבית',
  lead: 'שמונה שיעורים קצרים.',
  button_text: 'לקורסים',
  button_path: '/courses',
}

/** A marketing mail to the student who is signed in on the page and agrees to such mails first; as it arrived. */
export async function marketingMail(page: Page, academy: Academy, { email }: Student): Promise<CaughtMail> {
  await academy.patch('users', ['email', email], { marketing_consent: true })
  const student = await page.evaluate(
    () => (JSON.parse(localStorage.getItem('sb-auth-token') ?? '{}') as { user?: { id?: string } }).user?.id,
  )
  const since = Date.now()
  const queued = await academy.asServer('POST', '/rest/v1/rpc/queue_marketing_email', {
    student,
    subject: 'קורס חדש',
    content: CONTENT,
  })
  if (!queued) throw new Error('No mail was queued')
  return academy.mail.waitFor(email, since)
}

/** The way out of such a mail. */
export const unsubscribeLink = async (page: Page, academy: Academy, student: Student): Promise<string> =>
  linkIn(await marketingMail(page, academy, student), '/unsubscribe')
