import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { expectAccessible, tabTo } from '../support/accessibility.ts'
import { isSessionValid, signInNewStudent, signInOnPhone } from '../support/account.ts'
import { linkIn } from '../support/mailbox.ts'
import { askForLink, type Student, signOut } from '../support/student.ts'
import { expect, expectRefusals, test } from '../support/test.ts'

const PRIVACY = '/profile/privacy'
const marketing = (page: Page) => page.getByRole('switch', { name: 'עדכונים על קורסים ותכנים חדשים' })
const history = (page: Page) => page.getByRole('region', { name: 'היסטוריית ההסכמות' })
const notice = (page: Page) => page.getByRole('region', { name: /החשבון יימחק ב־/ })

/** The text of what the button hands over. */
async function taken(page: Page, button: string): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download') as Promise<Download>,
    page.getByRole('button', { name: button }).click(),
  ])
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
}

test('[5-01] [3-01] [2.1-17] consents show what was agreed to, in the version that was agreed to; marketing is saved with a press and undone with another', async ({
  page,
  academy,
}) => {
  await signInNewStudent(page, academy)
  await page.goto(PRIVACY)
  const consents = page.getByRole('region', { name: 'ההסכמות שלכם' })
  await expect(consents.getByText('גרסה 1').first()).toBeVisible()
  await expect(marketing(page)).not.toBeChecked()
  await expectAccessible(page, 'own data')
  const size = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  if (size) await page.setViewportSize(size)
  await expect(history(page).getByRole('row').nth(1)).toBeVisible()
  const lines = await history(page).getByRole('row').count()
  await marketing(page).click()
  await expect(consents.getByText('נשמר. מעכשיו נשלח אליכם עדכונים.')).toBeVisible()
  await expect(history(page).getByRole('row')).toHaveCount(lines + 1)
  await consents.getByRole('button', { name: 'לבטל את השינוי' }).click()
  await expect(marketing(page)).not.toBeChecked()
  await expect(history(page).getByRole('row').nth(1)).toContainText('לא אושר')
  await page.reload()
  await expect(marketing(page)).not.toBeChecked()
  await expect(history(page).getByRole('row')).toHaveCount(lines + 2)
  await expect(page.getByText('אף אחד מהצוות לא פתח את הכרטיס שלכם.')).toBeVisible()

  await consents.getByRole('link', { name: /לנוסח שאישרתם.*תנאי השימוש/ }).click()
  await page.waitForURL('**/terms?version=1')
  const present = page.getByRole('link', { name: 'לגרסה שבתוקף היום' })
  // The page before, which tells of two texts of that version, stands until this one is drawn.
  await expect(present).toBeVisible()
  await expect(page.getByText(/גרסה 1/)).toBeVisible()
  await present.click()
  await page.waitForURL((url) => url.pathname === '/terms' && url.search === '')
  expect((await page.request.get('/terms?version=99')).status()).toBe(404)
  expect((await page.request.get('/terms?version=x')).status()).toBe(404)
})

test('everything that is held about a student comes as a file to read and a file to use', async ({ page, academy }) => {
  const student = await signInNewStudent(page, academy)
  await page.goto(PRIVACY)
  const data = await taken(page, 'עותק לתוכנות (JSON)')
  expect(data.name).toMatch(/^academy-my-data-\d{4}-\d\d-\d\d\.json$/)
  const copy = JSON.parse(data.text) as { data: Record<string, Record<string, unknown>[]> }
  expect(copy.data.profile).toMatchObject([{ email: student.email, first_name: 'דנה', last_name: 'לוי' }])
  expect(copy.data.consents).toHaveLength(3)
  expect(copy.data.sessions?.[0]?.device).toContain('Mozilla')
  await expect(page.getByText('הקובץ ירד.')).toBeVisible()
  const readable = await taken(page, 'עותק לקריאה (HTML)')
  expect(readable.name).toMatch(/\.html$/)
  expect(readable.text).toContain('<html lang="he" dir="rtl">')
  const reader = await page.context().newPage()
  await reader.setContent(readable.text)
  await expect(reader.getByRole('heading', { name: 'פרטי החשבון' })).toBeVisible()
  await expect(reader.getByText(student.email).first()).toBeVisible()
  await expectAccessible(reader, 'the copy to read')
})

/** Asks for the deletion; up to the answer on the page. */
async function askForDeletion(page: Page): Promise<void> {
  await page.goto(PRIVACY)
  await page.getByRole('button', { name: 'למחוק את החשבון' }).click()
  const dialog = page.getByRole('dialog', { name: 'למחוק את החשבון?' })
  await expect(dialog.getByRole('button', { name: 'לבקש את המחיקה' })).toBeDisabled()
  await dialog.getByLabel('כדי לאשר, הקלידו: מחיקה').fill('מחיקה')
  await dialog.getByRole('button', { name: 'לבקש את המחיקה' }).click()
  await expect(notice(page)).toBeVisible()
}

test('asking to be deleted mails the day and ends other sessions only; who signs in during the grace is told, and keeps everything by keyboard', async ({
  page,
  academy,
  isMobile,
}) => {
  const student = await signInNewStudent(page, academy)
  const other = await signInOnPhone(page, academy, student)
  const since = Date.now()
  await askForDeletion(page)
  await expectAccessible(page, 'an account that waits to be deleted')
  await expect(page.getByText(/הבקשה נקלטה/)).toBeFocused()
  const mail = await academy.mail.waitFor(student.email, since)
  expect(mail.subject).toContain('מחיקת החשבון')
  expect(linkIn(mail, PRIVACY)).toBe(`${academy.url}${PRIVACY}`)
  expect(await isSessionValid(academy, other)).toBe(false)

  await signOut(page, isMobile)
  await page.goto(linkIn(await askForLink(page, academy, student), '/auth/callback'))
  await page.waitForURL('**/dashboard')
  await page.reload()
  await tabTo(page, notice(page).getByRole('button', { name: 'להשאיר את החשבון' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('החשבון נשאר. שום דבר לא נמחק.')).toBeVisible()
  await expect(notice(page)).toBeHidden()
  await page.goto(PRIVACY)
  await expect(page.getByRole('button', { name: 'למחוק את החשבון' })).toBeVisible()
  await expect(notice(page)).toBeHidden()
})

test('after fourteen days the account is gone, one mail says so, and the address is free', async ({
  page,
  academy,
  problems,
}) => {
  const student: Student = await signInNewStudent(page, academy)
  const asked = Date.now()
  await askForDeletion(page)
  expect((await academy.mail.waitFor(student.email, asked)).subject).toContain('בקשה למחיקת')
  expect(await academy.asServer('POST', '/rest/v1/rpc/purge_deleted_accounts', {})).toBe(0)
  await academy.patch('users', ['email', student.email], { deletion_due_at: new Date(Date.now() - 1000).toISOString() })
  const since = Date.now()
  expect(await academy.asServer('POST', '/rest/v1/rpc/purge_deleted_accounts', {})).toBe(1)
  expect((await academy.mail.waitFor(student.email, since)).subject).toContain('נמחק')
  await page.goto('/dashboard')
  await page.waitForURL('**/login')
  await page.getByLabel('כתובת אימייל').fill(student.email)
  await page.getByRole('button', { name: 'שליחת קישור כניסה' }).click()
  await expect(page.getByRole('alert')).toContainText('לא מצאנו חשבון')
  expectRefusals(problems, /status of (400|401|403|404|406|422)/)
})
