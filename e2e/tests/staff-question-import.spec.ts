import { expectAccessible } from '../support/accessibility.ts'
import { signInNewSuperAdmin } from '../support/account.ts'
import { someCourse } from '../support/lesson.ts'
import { smallTargets } from '../support/page-faults.ts'
import { expect, test } from '../support/test.ts'

const TABLE = [
  'סוג,שאלה,נושא,תשובה נכונה,תשובה 1,תשובה 2,הסבר',
  'אמריקאית,מהי ריבית?,ריבית,ב,קנס,מחיר הכסף,כך נקבע',
  'נכון/לא נכון,ETF הוא קרן סל.,קרנות,V,,,כך הוא',
  'נכון/לא נכון,מס הוא רשות.,מס,אולי,,,החוק מחייב',
].join('\r\n')

test('[2.12-12] a table of questions is looked at by the keyboard, and what is right in it is taken', async ({
  page,
  academy,
}) => {
  const course = await someCourse(academy)
  await signInNewSuperAdmin(page, academy)
  await page.goto('/admin/quizzes')
  await page.getByRole('button', { name: 'מבחן חדש' }).click()
  await page.getByLabel('כותרת').fill('מבחן מטבלה')
  await page.getByLabel('קורס').selectOption(course.id)
  await page.getByRole('dialog').getByRole('button', { name: 'ליצור טיוטה' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('מבחן מטבלה')

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'תבנית עם דוגמאות ל־Excel' }).click()
  expect((await download).suggestedFilename()).toBe('questions-template.xlsx')

  const chooser = page.waitForEvent('filechooser')
  await page.locator('button', { hasText: 'להוסיף שאלות מקובץ' }).focus()
  await page.keyboard.press('Enter')
  await (await chooser).setFiles({ name: 'שאלות.csv', mimeType: 'text/csv', buffer: Buffer.from(TABLE) })
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('שורה 4')).toBeVisible()
  await expect(dialog.getByText('״תשובה נכונה״: לא ברור אם ״אולי״ הוא כן או לא.', { exact: false })).toBeVisible()
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  await dialog.getByRole('button', { name: /מהי ריבית/ }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('radio', { name: 'מחיר הכסף' })).toBeVisible()
  await expectAccessible(page, 'questions of a file')
  expect((await smallTargets(page)).filter((target) => !target.includes('sr-only'))).toEqual([])
  await dialog.getByRole('button', { name: 'להכניס לטיוטה' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'להוריד את אלה, עם הסיבות' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'בחירה אחת מהי ריבית?' })).toBeVisible()
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('status').filter({ hasText: 'נשמר ב־' })).toBeVisible()
})
