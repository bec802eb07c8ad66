import type { Page } from '@playwright/test'
import { returningStudent } from '../support/account.ts'
import { linkIn, REFUSED_FOR_GOOD } from '../support/mail-server.ts'
import { fillInRegistration, newStudent, register } from '../support/student.ts'
import { expect, test } from '../support/test.ts'

test.skip(({ isMobile }) => isMobile, 'a phone shows the same')

const SENT = /האימייל נמסר לשרת האימייל בשעה \d\d:\d\d/
const HANDLED = /הבקשה מהשעה \d\d:\d\d טופלה/
const help = (page: Page) => page.getByRole('region', { name: 'למה זה לא הגיע?' })

test.afterEach(({ academy }) => {
  academy.mail.refuse = false
})

test('[2.6-03] while the mail server takes nothing the page says when it is tried again, and notices by itself that it left', async ({
  page,
  academy,
}) => {
  const student = newStudent()
  academy.mail.refuse = true
  await fillInRegistration(page, student)
  await page.getByRole('button', { name: 'שלח קישור הרשמה' }).click()
  await expect(help(page)).toContainText(/ננסה שוב בעצמנו בשעה \d\d:\d\d/)
  await expect(help(page).getByText('איפה לחפש')).toBeVisible()
  academy.mail.refuse = false
  await expect(help(page)).toContainText(SENT)
  await page.goto(linkIn(await academy.mail.waitFor(student.email), '/auth/callback'))
  await page.waitForURL('**/dashboard')
})

test('[2.6-03] [4-09] an address that the mail server refuses is shown, and corrected with everything else still typed', async ({
  page,
}) => {
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

test('[2.9-02] [7-20] recovery says the same of a phone that is registered and of one that is not', async ({
  page,
  academy,
}) => {
  const student = await returningStudent(page, academy)
  const texts: string[] = []
  for (const phone of [student.phone, newStudent().phone]) {
    await page.goto('/auth/recover-account')
    await page.getByRole('textbox', { name: 'מספר טלפון' }).fill(phone)
    await page.getByRole('button', { name: 'שליחת קישור שחזור' }).click()
    await expect(help(page)).toContainText('האימייל בדרך לשרת האימייל')
    await expect(help(page)).toContainText(HANDLED)
    texts.push(((await help(page).textContent()) ?? '').replace(/\d+/g, '#'))
  }
  expect(texts[0]).toBe(texts[1])
})

test('only the browser that asked can ask on: the link in the mail does not say enough', async ({ page, academy }) => {
  const question = page.waitForRequest('**/rest/v1/rpc/mail_delivery')
  const mail = await register(page, academy, newStudent())
  const request = await question
  const ask = async (key: string) => {
    const answer = await page.request.post(request.url(), {
      headers: { apikey: (await request.allHeaders()).apikey ?? '', 'content-type': 'application/json' },
      data: { request_key: key },
    })
    return answer.json() as Promise<{ status: string } | null>
  }
  const { request_key: key } = request.postDataJSON() as { request_key: string }
  expect((await ask(key))?.status).toMatch(/queued|sent/)
  const to = new URL(new URL(linkIn(mail, '/auth/callback')).searchParams.get('to') ?? '')
  expect(await ask(to.searchParams.get('n') ?? '')).toBeNull()
})
