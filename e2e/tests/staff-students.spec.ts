import { expectAccessible, expectLayerAccessible } from '../support/accessibility.ts'
import { returningStudent, signInNewStaff } from '../support/account.ts'
import { expect, test } from '../support/test.ts'

test('[2.12-05] [6-14] [6-07] by keyboard alone: a student is found by whole address, masked until shown, closed with a reason, and opened again', async ({
  page,
  academy,
}) => {
  const student = await returningStudent(page, academy)
  await signInNewStaff(page, academy, 'admin')
  await page.goto('/admin')
  await page.getByRole('navigation', { name: 'ניווט הצוות' }).getByRole('link', { name: 'סטודנטים' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'סטודנטים' })).toBeVisible()
  const rows = page.getByRole('table').getByRole('row')
  await expect(rows.nth(1)).toBeVisible()
  await expectAccessible(page, 'the list of students')
  await page.keyboard.press('/')
  await page.keyboard.type(student.email)
  await expect(rows).toHaveCount(2)
  await expect(page.getByRole('main').getByRole('status')).toHaveText('סטודנט אחד')
  await expect(page.getByRole('table')).not.toContainText(student.email)
  await expect(page.getByRole('table')).not.toContainText(student.phone)
  await page.reload()
  await expect(rows).toHaveCount(2)

  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'חיפוש דף, אדם או פעולה' })).toBeFocused()
  await page.keyboard.type(student.email)
  await expect(page.getByRole('dialog').getByRole('option', { name: student.firstName }).first()).toBeVisible()
  await expectLayerAccessible(page, 'the palette', '[role=dialog]')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await rows.nth(1).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(student.firstName)
  const details = page.getByRole('region', { name: 'פרטים' })
  await expect(details).not.toContainText(student.email)
  await details.getByRole('button', { name: 'להציג את הפרטים' }).focus()
  await page.keyboard.press('Enter')
  await expect(details).toContainText(student.email)
  await expect(details.getByRole('status')).toContainText('הסטודנט רואה')
  await expectAccessible(page, 'the record of a student')

  await page.getByRole('button', { name: 'השבתה...' }).focus()
  await page.keyboard.press('Enter')
  const reason = page.getByRole('textbox', { name: 'סיבה' })
  await expect(reason).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('כתבו סיבה של 3 תווים לפחות')).toBeVisible()
  await page.keyboard.type('חשד לשימוש לרעה')
  await page.keyboard.press('Enter')
  const actions = page.getByRole('region', { name: 'מה קרה בחשבון' })
  await expect(actions).toContainText('חשד לשימוש לרעה')
  await expect(page.getByRole('button', { name: 'פתיחה מחדש...' })).toBeVisible()
  await page.getByRole('button', { name: 'ביטול ההשבתה' }).press('Enter')
  await expect(actions).toContainText('החשבון נפתח מחדש')
  await expect(page.getByRole('button', { name: 'השבתה...' })).toBeVisible()
})

test('[2.12-24] [6-14] who may not view students has no way to them, and the address says what is missing', async ({
  page,
  academy,
}) => {
  await signInNewStaff(page, academy, 'analyst')
  await page.goto('/admin')
  const navigation = page.getByRole('navigation', { name: 'ניווט הצוות' })
  await expect(navigation.getByRole('link')).toHaveText(['היום', 'ניתוח נתונים', 'יומן הפעולות'])
  await page.goto('/admin/students')
  await expect(page.getByRole('alert')).toContainText('students.view')
  await expect(navigation).toBeVisible()
})
