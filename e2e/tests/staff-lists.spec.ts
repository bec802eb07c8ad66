import { readFileSync } from 'node:fs'
import { expectAccessible } from '../support/accessibility.ts'
import { returningStudent, signInNewStaff } from '../support/account.ts'
import { expect, test } from '../support/test.ts'

test('[2.12-05] [6-07] a view is saved, taken along masked, and its rows are chosen by keyboard and closed together', async ({
  page,
  academy,
}) => {
  const student = await returningStudent(page, academy)
  await signInNewStaff(page, academy, 'admin')
  await page.goto(`/admin/students?search=${encodeURIComponent(student.email)}`)
  const rows = page.getByRole('table').getByRole('row')
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: 'שמירת התצוגה' }).click()
  await page.getByRole('textbox', { name: 'שם התצוגה' }).fill('מעקב')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'מעקב' })).toHaveAttribute('aria-current', 'page')

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'ייצוא' }).click()
  await page.getByRole('menuitem', { name: 'קובץ CSV' }).click()
  const text = readFileSync(await (await download).path(), 'utf8')
  expect(text).toContain(student.firstName)
  expect(text).not.toContain(student.email)

  await rows.nth(1).focus()
  await page.keyboard.press('Space')
  const bar = page.getByRole('region', { name: 'מה שנבחר' })
  await expect(bar).toContainText('נבחר אחד')
  await expectAccessible(page, 'the list with a chosen row')
  await bar.getByRole('button', { name: 'השבתה...' }).press('Enter')
  await page.keyboard.type('חשד לשימוש לרעה')
  await page.keyboard.press('Enter')
  const report = page.getByRole('region', { name: 'מה נעשה' })
  await expect(report).toContainText('חשבון אחד הושבת')
  await report.getByRole('button', { name: 'ביטול ההשבתה' }).press('Enter')
  await expect(report).toContainText('חשבון אחד נפתח מחדש')
})
