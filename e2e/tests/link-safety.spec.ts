import { returningStudent } from '../support/account.ts'
import { codeIn, linkIn } from '../support/mailbox.ts'
import { storedSession } from '../support/session.ts'
import { askForLink, newStudent, register } from '../support/student.ts'
import { expect, expectRefusals, test } from '../support/test.ts'

test.skip(({ isMobile }) => isMobile, 'a phone shows the same')

const CALLBACK = '/auth/callback'
const CONTINUE = 'להמשיך ולהיכנס לחשבון'
/** What mail scanners and previews call themselves. */
const SCANNERS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Safe Links',
  'Barracuda Sentinel (EE)',
  'Proofpoint URL Defense',
  'WhatsApp/2.23.20.0',
  'facebookexternalhit/1.1',
]

test('[2.7-01] visits of scanners by HEAD, GET and OPTIONS and five wrong codes leave a link valid; the codes end the code', async ({
  page,
  academy,
  problems,
}) => {
  const student = await returningStudent(page, academy)
  const mail = await askForLink(page, academy, student)
  const link = linkIn(mail, CALLBACK)
  for (const scanner of SCANNERS)
    for (const method of ['HEAD', 'GET', 'OPTIONS']) {
      const { status } = await fetch(link, { method, headers: { 'user-agent': scanner }, redirect: 'follow' })
      if (method !== 'OPTIONS') expect(status).toBe(200)
    }

  const code = codeIn(mail)
  const field = page.getByLabel('קוד מהאימייל')
  const type = async (digits: string) => {
    const answered = page.waitForResponse('**/auth/v1/verify')
    await field.fill(digits)
    return (await answered).status()
  }
  for (let tried = 1; tried <= 5; tried++) {
    const wrong = String((Number(code) + tried) % 1_000_000).padStart(6, '0')
    expect(await type(wrong)).toBe(403)
    await expect(page.getByText('הקוד אינו נכון או שפג תוקפו')).toBeVisible()
  }
  expect(await type(code)).toBe(403)
  await page.goto(link)
  await page.waitForURL('**/dashboard')
  expectRefusals(problems, /status of 403 .*\/auth\/v1\/verify/)
})

test('[2.7-01] [4-11] a browser that runs scripts but presses nothing redeems nothing; a person there presses a button that names the account', async ({
  page,
  academy,
  browser,
}) => {
  const student = await returningStudent(page, academy)
  const link = linkIn(await askForLink(page, academy, student), CALLBACK)
  const context = await browser.newContext()
  const other = await context.newPage()
  for (let visit = 0; visit < 2; visit++) {
    await other.goto(link, { waitUntil: 'networkidle' })
    await other.mouse.wheel(0, 2000)
    await expect(other.getByRole('button', { name: CONTINUE })).toBeVisible()
    expect(await storedSession(other)).toBeNull()
  }
  await expect(other.getByText('הקישור נפתח בדפדפן שלא ביקש אותו')).toBeVisible()
  const named = other.getByRole('main').locator('bdi')
  await expect(named).toHaveText(/^da\*\*\*.@example\.org$/)
  await expect(named).not.toHaveText(student.email)
  await other.getByRole('button', { name: CONTINUE }).click()
  await other.waitForURL('**/dashboard')
  expect((await storedSession(other))?.user.email).toBe(student.email)
  await page.bringToFront()
  await expect(page.getByLabel('קוד מהאימייל')).toBeVisible()
  expect(await storedSession(page)).toBeNull()
  await context.close()
})

test('[7-07] [4-12] a code read on the phone and typed where one waits signs in there; the link on the phone is used up with it', async ({
  page,
  academy,
  browser,
}) => {
  const mail = await register(page, academy, newStudent())
  const phone = await browser.newContext()
  const reader = await phone.newPage()
  await reader.goto(linkIn(mail, CALLBACK))
  await expect(reader.getByRole('button', { name: 'להמשיך ולהשלים את ההרשמה' })).toBeVisible()
  await page.getByLabel('קוד מהאימייל').fill(codeIn(mail))
  await page.waitForURL('**/dashboard')
  await reader.reload()
  await expect(reader.getByText('הקישור הזה כבר נוצל, או שפג תוקפו')).toBeVisible()
  await expect(reader.getByRole('link', { name: 'לבקש קישור חדש' })).toHaveAttribute('href', '/login')
  expect(await storedSession(reader)).toBeNull()
  await phone.close()
})
