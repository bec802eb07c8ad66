import type { Page, Request } from '@playwright/test'
import { returningStudent, signInNewStudent } from '../support/account.ts'
import { REFUSED_FOR_GOOD } from '../support/mail-server.ts'
import { type CaughtMail, linkIn } from '../support/mailbox.ts'
import { asOwner } from '../support/owner.ts'
import { ownAcademy } from '../support/project.ts'
import { fillInRegistration, newStudent, toastWithText } from '../support/student.ts'
import { allowRefusals, expect, SERVER_AWAY, test } from '../support/test.ts'

test.skip(({ isMobile }) => isMobile, 'a phone shows the same')

const SENT = /האימייל נמסר לשרת האימייל בשעה \d\d:\d\d/
const HANDLED = /הבקשה מהשעה \d\d:\d\d טופלה/
const help = (page: Page) => page.getByRole('region', { name: 'למה זה לא הגיע?' })

test('[2.6-03] while the mail server takes nothing the page says when it is tried again; the mail survives a killed server, and the page notices by itself that it left', async ({
  page,
  academy,
  problems,
}) => {
  const own = ownAcademy(academy, 'its mail server refuses mails and its server is killed')
  const student = newStudent()
  own.mail.refuse = true
  const question = page.waitForRequest('**/rest/v1/rpc/mail_delivery')
  await fillInRegistration(page, student)
  await page.getByRole('button', { name: 'שלח קישור הרשמה' }).click()
  await expect(help(page)).toContainText(/ננסה שוב בעצמנו בשעה \d\d:\d\d/)
  await expect(help(page).getByText('איפה לחפש')).toBeVisible()
  await own.restart('SIGKILL')
  own.mail.refuse = false
  // How long it waits grows with each try, of which a slow machine sees more than one.
  await asOwner(academy, `update mail.outbox set next_attempt_at = now() where status = 'queued'`)
  const mail = await academy.mail.waitFor(student.email)
  await expect(help(page)).toContainText(SENT)
  expect(await academy.mail.sentTo(student.email)).toHaveLength(1)
  await onlyTheBrowserMayAsk(page, mail, await question)
  await page.goto(linkIn(mail, '/auth/callback'))
  await page.waitForURL('**/dashboard')
  // The page that waits for the mail asks about it also while the server is away.
  allowRefusals(problems, SERVER_AWAY)
})

/** What became of a mail is told to the browser that asked for it; the link in the mail does not say enough. */
async function onlyTheBrowserMayAsk(page: Page, mail: CaughtMail, question: Request): Promise<void> {
  const ask = async (key: string) => {
    const answer = await page.request.post(question.url(), {
      headers: { apikey: (await question.allHeaders()).apikey ?? '', 'content-type': 'application/json' },
      data: { request_key: key },
    })
    return answer.json() as Promise<{ status: string } | null>
  }
  const { request_key: key } = question.postDataJSON() as { request_key: string }
  expect((await ask(key))?.status).toBe('sent')
  const to = new URL(new URL(linkIn(mail, '/auth/callback')).searchParams.get('to') ?? '')
  expect(await ask(to.searchParams.get('n') ?? '')).toBeNull()
}

test('[2.6-03] [4-09] an address that the mail server refuses is shown, and corrected with everything else still typed', async ({
  page,
  academy,
}) => {
  ownAcademy(academy, 'its mail server refuses an address')
  const student = newStudent()
  const wrong = `${REFUSED_FOR_GOOD}${student.email}`
  await fillInRegistration(page, { ...student, email: wrong })
  await page.getByRole('button', { name: 'שלח קישור הרשמה' }).click()
  await expect(help(page).getByRole('alert')).toContainText('סירב לקבל את האימייל')
  await expect(help(page).getByRole('alert').locator('bdi')).toHaveText(wrong)
  await help(page).getByRole('button', { name: 'לתקן את הכתובת' }).click()
  await expect(page.getByLabel('כתובת אימייל')).toHaveValue(wrong)
  await expect(page.getByLabel('שם פרטי')).toHaveValue(student.firstName)
})

test('[2.9-02] [2.9-04] [7-20] recovery says the same of a phone that is registered and of one that is not; its link waits elsewhere for a press, and works once', async ({
  page,
  context,
  academy,
  browser,
}) => {
  const student = await returningStudent(page, academy)
  const stranger = await context.newPage()
  const since = Date.now()
  for (const [asking, phone] of [
    [page, student.phone],
    [stranger, newStudent().phone],
  ] as const) {
    await asking.goto('/auth/recover-account')
    await asking.getByRole('textbox', { name: 'מספר טלפון' }).fill(phone)
    await asking.getByRole('button', { name: 'שליחת קישור שחזור' }).click()
    await expect(help(asking)).toContainText('האימייל בדרך לשרת האימייל')
  }

  const link = linkIn(await academy.mail.waitFor(student.email, since), '/auth/recover-account')
  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await other.goto(link)
  await expect(other.getByText('הקישור נפתח בדפדפן אחר מזה שביקש אותו')).toBeVisible()
  await expect(other.getByText('החשבון:').locator('bdi')).toHaveText(/^da\*\*\*.@example\.org$/)
  await other.getByRole('button', { name: 'להמשיך בשחזור הגישה' }).click()
  await expect(other.getByRole('heading', { name: 'החשבון שוחזר' })).toBeVisible()
  await other.waitForURL('**/login')
  await other.goto(link)
  await expect(other.getByRole('alert')).toHaveText('קישור השחזור אינו תקין או פג תוקף')
  await elsewhere.close()

  const texts: string[] = []
  for (const asking of [page, stranger]) {
    await asking.bringToFront()
    await expect(help(asking)).toContainText(HANDLED)
    texts.push(((await help(asking).textContent()) ?? '').replace(/\d+/g, '#'))
  }
  expect(texts[0]).toBe(texts[1])
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
  await expect(toastWithText(page, 'Email verified successfully')).toBeVisible()
  await page.waitForURL('**/dashboard')
})
