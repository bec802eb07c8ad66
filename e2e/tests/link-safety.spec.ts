import { returningStudent } from '../support/account.ts'
import { codeIn, linkIn } from '../support/mail-server.ts'
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

test('[2.7-01] fifty visits of scanners by HEAD, GET and OPTIONS leave a link valid', async ({ page, academy }) => {
  const student = await returningStudent(page, academy)
  const link = linkIn(await askForLink(page, academy, student), CALLBACK)
  const direct = new URL(link)
  const verify = `${academy.url}/auth/v1/verify?token=${direct.searchParams.get('token_hash')}&type=magiclink`
  for (let visit = 0; visit < 50; visit++) {
    const headers = { 'user-agent': SCANNERS[visit % SCANNERS.length] ?? '' }
    const method = ['HEAD', 'GET', 'OPTIONS'][visit % 3] ?? 'GET'
    for (const address of [link, verify]) {
      const { status } = await fetch(address, { method, headers, redirect: 'follow' })
      if (address === link && method !== 'OPTIONS') expect(status).toBe(200)
    }
  }
  await page.goto(link)
  await page.waitForURL('**/dashboard')
})

test('[2.7-01] a browser that runs scripts but presses nothing redeems nothing; a person there presses a button that names the account', async ({
  page,
  academy,
  browser,
}) => {
  const student = await returningStudent(page, academy)
  const link = linkIn(await askForLink(page, academy, student), CALLBACK)
  for (let visit = 0; visit < 3; visit++) {
    const context = await browser.newContext()
    const scanner = await context.newPage()
    await scanner.goto(link, { waitUntil: 'networkidle' })
    await scanner.mouse.wheel(0, 2000)
    await expect(scanner.getByRole('button', { name: CONTINUE })).toBeVisible()
    expect(await scanner.evaluate(() => localStorage.getItem('sb-auth-token'))).toBeNull()
    await context.close()
  }
  const context = await browser.newContext()
  const other = await context.newPage()
  await other.goto(link)
  await expect(other.getByText('הקישור נפתח בדפדפן שלא ביקש אותו')).toBeVisible()
  const named = other.getByRole('main').locator('bdi')
  await expect(named).toHaveText(/^da\*\*\*.@example\.org$/)
  await expect(named).not.toHaveText(student.email)
  await other.getByRole('button', { name: CONTINUE }).click()
  await other.waitForURL('**/dashboard')
  const account = await other.evaluate(() => JSON.parse(localStorage.getItem('sb-auth-token') ?? '{}').user?.email)
  expect(account).toBe(student.email)
  await page.bringToFront()
  await expect(page.getByLabel('קוד מהאימייל')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('sb-auth-token'))).toBeNull()
  await context.close()
})

test('[2.9-04] a recovery link opened elsewhere names the account, waits for a press, and works once', async ({
  page,
  academy,
  browser,
}) => {
  const student = await returningStudent(page, academy)
  await page.goto('/auth/recover-account')
  const since = Date.now()
  await page.getByRole('textbox', { name: 'מספר טלפון' }).fill(student.phone)
  await page.getByRole('button', { name: 'שליחת קישור שחזור' }).click()
  const link = linkIn(await academy.mail.waitFor(student.email, since), '/auth/recover-account')
  const context = await browser.newContext()
  const other = await context.newPage()
  await other.goto(link)
  await expect(other.getByText('הקישור נפתח בדפדפן אחר מזה שביקש אותו')).toBeVisible()
  await expect(other.getByText('החשבון:').locator('bdi')).toHaveText(/^da\*\*\*.@example\.org$/)
  await other.getByRole('button', { name: 'להמשיך בשחזור הגישה' }).click()
  await expect(other.getByRole('heading', { name: 'החשבון שוחזר' })).toBeVisible()
  await other.waitForURL('**/login')
  await other.goto(link)
  await expect(other.getByRole('alert')).toHaveText('קישור השחזור אינו תקין או פג תוקף')
  await context.close()
})

test('five wrong codes end the code and not the link of the same mail', async ({ page, academy, problems }) => {
  const student = await returningStudent(page, academy)
  const mail = await askForLink(page, academy, student)
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
  await page.goto(linkIn(mail, CALLBACK))
  await page.waitForURL('**/dashboard')
  expectRefusals(problems, /status of 403 .*\/auth\/v1\/verify/)
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
  expect(await reader.evaluate(() => localStorage.getItem('sb-auth-token'))).toBeNull()
  await phone.close()
})
