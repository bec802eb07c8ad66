import { expectAccessible } from '../support/accessibility.ts'
import { returningStudent, signInNewStaff } from '../support/account.ts'
import { newStudent } from '../support/student.ts'
import { expect, test } from '../support/test.ts'

test('[2.12-04] [6-24] what staff did stands on their first page and in the audit log, with before and after', async ({
  page,
  academy,
}) => {
  const student = newStudent()
  await returningStudent(page, academy, student)
  await signInNewStaff(page, academy, 'admin')
  await page.goto('/admin/students')
  await page.getByRole('searchbox').fill(student.email)
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2)
  await page.getByRole('table').getByRole('link').click()
  await page.getByRole('button', { name: 'השבתה...' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('חשד לשימוש לרעה')
  await page.getByRole('dialog').getByRole('button', { name: 'להשבית' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.goto('/admin')
  const actions = page.getByRole('region', { name: 'הפעולות האחרונות שלך' })
  await expect(actions.getByRole('link', { name: 'השבתת חשבון' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'נתונים' }).getByText('הרשמות').first()).toBeVisible()
  await expectAccessible(page, 'the first page of the staff')
  await actions.getByRole('link', { name: 'כל הפעולות' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'יומן הפעולות' })).toBeVisible()
  await page.getByRole('combobox', { name: 'פעולה' }).selectOption('update')
  const rows = page.getByRole('table').getByRole('row')
  await expect(rows).toHaveCount(3)
  await expectAccessible(page, 'the audit log')
  await rows.nth(1).getByRole('link').click()
  await expect(page.getByRole('table').getByRole('row', { name: 'פעיל' })).toContainText('לא')
  await expect(page.getByRole('main')).not.toContainText(student.email)
  await expectAccessible(page, 'a line of the audit log')
})
