import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { isSessionValid, returningStudent, signInNewStudent, signInOnPhone } from '../support/account.ts'
import { codeIn, linkIn } from '../support/mailbox.ts'
import { askForAddress, openSecurity, pretendOldSignIn } from '../support/security.ts'
import { askForLink, newStudent, signOut, toastWithText } from '../support/student.ts'
import { expect, expectRefusals, test } from '../support/test.ts'

const CALLBACK = '/auth/callback'
const isSignedIn = (page: Page) => page.evaluate(() => localStorage.getItem('sb-auth-token') !== null)
const half = (page: Page) => page.getByRole('heading', { name: 'כתובת אחת מתוך שתיים אושרה' })
const whole = (page: Page) => page.getByRole('heading', { name: 'כתובת האימייל הוחלפה' })
const done = (page: Page) => page.getByText('כתובת האימייל הוחלפה. מעכשיו נכנסים איתה.')
const codeField = (page: Page, which: string) => page.getByLabel(`קוד מהאימייל אל ${which}`)

test('an address changes when both sides agreed, one by its link and one by its code; other devices end', async ({
  page,
  context,
  academy,
  isMobile,
}) => {
  const student = await signInNewStudent(page, academy)
  const next = newStudent()
  const other = await signInOnPhone(page, academy, student)

  await openSecurity(page)
  await expect(page.getByRole('button', { name: /^לנתק את Safari/ })).toHaveCount(1)
  const since = Date.now()
  await askForAddress(page, next.email.toUpperCase())
  await expect(page.getByText('עוד לא אישרתם אף אחת מהכתובות.')).toBeVisible()
  await expectAccessible(page, 'a change of address on its way')
  const [toOld, toNew] = [await academy.mail.waitFor(student.email, since), await academy.mail.waitFor(next.email)]
  for (const mail of [toOld, toNew]) {
    expect(mail.text).toContain(student.email)
    expect(mail.text).toContain(next.email)
  }

  const opened = await context.newPage()
  await opened.goto(linkIn(toNew, CALLBACK))
  await expect(half(opened)).toBeVisible()
  expect(new URL(opened.url()).search).toBe('')
  await opened.close()
  await expect(page.getByText('אחת משתי הכתובות אושרה. נשארה עוד אחת.')).toBeVisible()
  await expect(codeField(page, 'הכתובת החדשה')).toHaveCount(0)

  await codeField(page, 'הכתובת הנוכחית').fill(codeIn(toOld))
  await page.getByRole('button', { name: 'לאשר', exact: true }).click()
  await expect(done(page)).toBeVisible()
  await expect(page.getByRole('region', { name: 'כתובת האימייל' })).toContainText(next.email)
  await page.reload()
  await expect(page.getByText('החשבון פתוח רק כאן')).toBeVisible()

  expect(await isSessionValid(academy, other)).toBe(false)

  await signOut(page, isMobile)
  const mail = await askForLink(page, academy, next)
  await page.goto(linkIn(mail, CALLBACK))
  await page.waitForURL('**/dashboard')
})

test('links opened in another browser need a press there, sign nobody in, and the waiting tab goes on by itself', async ({
  page,
  browser,
  academy,
}) => {
  const student = await signInNewStudent(page, academy)
  const next = newStudent()
  await openSecurity(page)
  const since = Date.now()
  await askForAddress(page, next.email)
  await expect(page.getByText('עוד לא אישרתם אף אחת מהכתובות.')).toBeVisible()
  const elsewhere = await browser.newContext()
  const reader = await elsewhere.newPage()

  for (const [address, outcome] of [
    [student.email, half],
    [next.email, whole],
  ] as const) {
    const link = linkIn(await academy.mail.waitFor(address, since), CALLBACK)
    for (const method of ['HEAD', 'GET']) expect((await fetch(link, { method })).status).toBe(200)
    await reader.goto(link, { waitUntil: 'networkidle' })
    await expect(reader.getByText('הקישור נפתח בדפדפן שלא ביקש את ההחלפה')).toBeVisible()
    if (address === next.email) await expectAccessible(reader, 'the link of a change of address')
    await reader.getByRole('button', { name: 'לאשר את ההחלפה' }).click()
    await expect(outcome(reader)).toBeVisible()
    expect(await isSignedIn(reader)).toBe(false)
  }
  await expect(reader.getByRole('link', { name: 'לכניסה', exact: true })).toHaveAttribute('href', '/login')
  await elsewhere.close()

  await page.bringToFront()
  await expect(done(page)).toBeVisible()
  await expect(page.getByRole('region', { name: 'כתובת האימייל' })).toContainText(next.email)
})

test('a change can be given up, and then its links are worth nothing', async ({ page, academy, problems }) => {
  const student = await signInNewStudent(page, academy)
  const next = newStudent()
  await openSecurity(page)
  await askForAddress(page, next.email)
  await expect(page.getByText('עוד לא אישרתם אף אחת מהכתובות.')).toBeVisible()
  await expect(page.getByRole('button', { name: /אפשר לשלוח שוב בעוד \d+ שנ׳/ })).toBeDisabled()

  const mail = await academy.mail.waitFor(next.email)
  await codeField(page, 'הכתובת החדשה').fill(codeIn(mail) === '000000' ? '111111' : '000000')
  await page.getByRole('button', { name: 'לאשר', exact: true }).nth(1).click()
  await expect(page.getByText('הקוד אינו נכון או שפג תוקפו')).toBeVisible()
  await page.getByRole('button', { name: 'לבטל את ההחלפה' }).click()
  await expect(page.getByText('ההחלפה בוטלה. הכתובת נשארת כשהייתה.')).toBeVisible()
  await page.goto(linkIn(mail, CALLBACK))
  await expect(page.getByText('הקישור הזה כבר נוצל, בוטל או שפג תוקפו.')).toBeVisible()
  await page.getByRole('link', { name: 'לאבטחת החשבון' }).click()
  await expect(page.getByRole('region', { name: 'כתובת האימייל' })).toContainText(student.email)
  expectRefusals(problems, /status of (422|403)/)
})

test('what is no new address is told in place, a sign-in that is not fresh is renewed there by a mailed code, in one session', async ({
  page,
  academy,
  problems,
}) => {
  const taken = await returningStudent(page, academy)
  const student = await signInNewStudent(page, academy)
  await openSecurity(page)
  await askForAddress(page, student.email)
  await expect(page.getByText('זו כבר הכתובת של החשבון.')).toBeVisible()
  const address = page.getByLabel('הכתובת החדשה')
  const send = page.getByRole('button', { name: 'לשלוח אישור לשתי הכתובות' })
  await address.fill('dana@')
  await send.click()
  await expect(page.getByText('כתובת האימייל אינה תקינה')).toBeVisible()
  await address.fill(taken.email)
  await send.click()
  await expect(page.getByText('אי אפשר להחליף לכתובת הזו')).toBeVisible()
  await expectAccessible(page, 'the form for another address')

  await pretendOldSignIn(page, 'begin_email_change')
  const since = Date.now()
  let answer = () => {}
  const mailed = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/auth/v1/otp*', (route) => mailed.then(() => route.continue()), { times: 1 })
  await address.fill(newStudent().email)
  await send.click()
  const dialog = page.getByRole('dialog', { name: 'רק מוודאים שזה אתם' })
  // The answer to the mail comes between pressing and letting go, and what was pressed stays where it is.
  await dialog.getByText('שולחים קוד לכתובת').waitFor()
  await dialog.getByRole('button', { name: 'ביטול' }).hover()
  await page.mouse.down()
  answer()
  await dialog.getByText('שלחנו קוד בן שש ספרות לכתובת').waitFor()
  await page.mouse.up()
  await expect(send).toBeFocused()

  await pretendOldSignIn(page, 'begin_email_change')
  await send.click()
  const field = dialog.getByLabel('קוד מהאימייל')
  await expect(field).toBeFocused()
  await expectAccessible(page, 'fresh sign-in')
  const code = codeIn(await academy.mail.waitFor(student.email, since))
  await field.fill(code === '000000' ? '111111' : '000000')
  await expect(dialog.getByText('הקוד אינו נכון או שפג תוקפו')).toBeVisible()
  await field.fill(code)
  await expect(page.getByText('עוד לא אישרתם אף אחת מהכתובות.')).toBeVisible()
  await expect(toastWithText(page, /Welcome back/)).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('החשבון פתוח רק כאן')).toBeVisible()
  expectRefusals(problems, /status of (403|422|429)/)
})
