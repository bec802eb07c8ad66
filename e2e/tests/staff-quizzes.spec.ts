import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { enterAsNewStudent, signInNewSuperAdmin } from '../support/account.ts'
import { someCourse } from '../support/lesson.ts'
import { smallTargets } from '../support/page-faults.ts'
import { expect, test } from '../support/test.ts'

const saved = (page: Page) => expect(page.getByRole('status').filter({ hasText: 'נשמר ב־' })).toBeVisible()

async function addQuestion(page: Page, kind: string, text: string): Promise<void> {
  await page.getByLabel('שאלה חדשה מסוג').selectOption(kind)
  await page.getByRole('button', { name: 'להוסיף', exact: true }).click()
  await page.getByLabel('השאלה', { exact: true }).fill(text)
}

test('[2.12-12] [6-20] a test of three kinds is written, published, taken, and changed while it is taken', async ({
  page,
  academy,
  browser,
}) => {
  const course = await someCourse(academy)
  await signInNewSuperAdmin(page, academy)
  await page.goto('/admin/quizzes')
  await page.getByRole('button', { name: 'מבחן חדש' }).click()
  await page.getByLabel('כותרת').fill('מבחן קצר')
  await page.getByLabel('קורס').selectOption(course.id)
  await page.getByRole('dialog').getByRole('button', { name: 'ליצור טיוטה' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('מבחן קצר')

  await test.step('questions are written, and wrong ones are not published', async () => {
    await page.getByRole('button', { name: 'קבוצה חדשה' }).click()
    await page.getByLabel('נושא הקבוצה').fill('מס')
    await addQuestion(page, 'true-false', 'מס הוא חובה.')
    await page.keyboard.press('Control+s')
    await saved(page)
    await expect(page.getByRole('button', { name: 'שאלות: יש שאלות לתקן.' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'לפרסם', exact: true })).toBeDisabled()
    await page.getByLabel('הסבר למי שענה "נכון"').fill('כך אומר החוק')
    await page.getByLabel('הסבר למי שענה "לא נכון"').fill('החוק מחייב')
    await addQuestion(page, 'number', 'כמה הם 17% מתוך 1,000?')
    await page.getByLabel('התשובה', { exact: true }).fill('170')
    await page.getByLabel('הסבר', { exact: true }).fill('מכפילים ב־0.17')
    await addQuestion(page, 'fill-in', 'מעסיק מנכה מס [[a]].')
    await page.getByLabel('תשובות מתקבלות').fill('הכנסה')
    await page.getByLabel('הסבר', { exact: true }).fill('מס הכנסה')
    await expectAccessible(page, 'a test of the staff')
    await page.keyboard.press('Control+s')
    await expect(page.getByText('לא חסר דבר.')).toBeVisible()
  })

  await test.step('whoever holds a link to the draft takes it, without being signed in', async () => {
    await page.getByRole('button', { name: 'תצוגה מקדימה' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'ליצור קישור' }).click()
    const address = await dialog.getByLabel('הקישור', { exact: true }).inputValue()
    await page.keyboard.press('Escape')
    const guest = await (await browser.newContext({ baseURL: academy.url, locale: 'he-IL' })).newPage()
    await guest.goto(address)
    await guest.getByRole('button', { name: 'להתחיל את המבחן' }).click()
    await expect(guest.getByText('שאלה 1 מתוך 3', { exact: true }).first()).toBeVisible()
    await expect(guest.locator('[data-question]')).toBeFocused()
    await guest.reload()
    await guest.getByRole('button', { name: 'להתחיל את המבחן' }).click()
    await guest.getByRole('button', { name: 'לסיום המבחן' }).first().click()
    await guest.getByRole('button', { name: 'לסיים ולקבל תוצאה' }).click()
    await expect(guest.getByText('מכפילים ב־0.17')).toBeVisible()
    await expectAccessible(guest, 'what came of a test by a link')
    await guest.context().close()
  })

  await test.step('it is published', async () => {
    await page.getByRole('button', { name: 'לפרסם', exact: true }).click()
    await expect(page.getByText('פורסם. מבקרים רואים את זה עכשיו.')).toBeVisible()
  })

  const student = await (await browser.newContext({ baseURL: academy.url, locale: 'he-IL' })).newPage()
  await enterAsNewStudent(student, academy)
  await student.goto((await page.getByRole('link', { name: 'לצפייה באתר' }).getAttribute('href')) ?? '')
  await student.getByRole('button', { name: 'להתחיל את המבחן' }).click()
  await expect(student.getByText('שאלה 1 מתוך 3', { exact: true }).first()).toBeVisible()

  await test.step('what is published meanwhile is for those who begin later', async () => {
    await page.getByRole('button', { name: 'להסיר: מס הוא חובה.' }).click()
    await page.keyboard.press('Control+s')
    await expect(page.getByText('מפורסם, ויש טיוטה חדשה')).toBeVisible()
    await page.getByRole('button', { name: 'לפרסם את השינויים' }).click()
    await expect(page.getByText('אין מה לפרסם: הטיוטה זהה למה שבאתר.')).toBeVisible()
    await student.reload()
    await expect(student.getByText('שאלה 1 מתוך 3', { exact: true }).first()).toBeVisible()
    await expect(student.getByText('מס הוא חובה.')).toBeVisible()
  })
  await test.step('what answers say of it is a table, which on a phone scrolls by itself', async () => {
    await student.getByRole('button', { name: 'לסיום המבחן' }).first().click()
    await student.getByRole('button', { name: 'לסיים ולקבל תוצאה' }).click()
    await expect(student.getByRole('heading', { name: 'התוצאה שלכם' })).toBeVisible()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.reload()
    await expect(page.getByRole('table')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await expectAccessible(page, 'what answers say, on a phone')
    expect((await smallTargets(page)).filter((target) => !target.includes('sr-only'))).toEqual([])
  })
})
