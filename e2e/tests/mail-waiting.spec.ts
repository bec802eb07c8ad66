import { codeIn } from '../support/mailbox.ts'
import { newStudent, register } from '../support/student.ts'
import { expect, test } from '../support/test.ts'

test('[2.3-01] [2.6-03] who begins to learn registers first; the wait for the mail outlives a reload and a closed tab, and its code finishes there', {
  tag: '@phone',
}, async ({ page, academy }) => {
  await page.goto('/')
  await page.getByRole('main').getByRole('link', { name: 'להתחיל ללמוד' }).click()
  await page.waitForURL('**/register')
  await expect(page.getByRole('main').getByRole('link', { name: 'לכניסה' })).toBeVisible()

  const student = newStudent()
  const mail = await register(page, academy, student)
  const masked = student.email.replace(/^(.).*@/, '$1***@')
  await page.reload()
  await expect(page.getByText(masked)).toBeVisible()
  const later = await page.context().newPage()
  await page.close()
  await later.goto('/register')
  await expect(later.getByText(masked)).toBeVisible()
  await later.getByLabel('קוד מהאימייל').fill(codeIn(mail))
  await later.waitForURL('**/dashboard')
  await later.goto('/register')
  await later.waitForURL('**/dashboard')
  expect(await later.evaluate(() => localStorage.getItem('mail-requests'))).not.toContain('waits')
})
