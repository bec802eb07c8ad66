import { expectAccessible } from '../support/accessibility.ts'
import { signInNewSuperAdmin } from '../support/account.ts'
import { someCourse } from '../support/lesson.ts'
import { readRows } from '../support/rows.ts'
import { expect, test } from '../support/test.ts'

test('[2.12-15] [6-21] a category goes from a draft to visitors, to another address, and out of sight', async ({
  page,
  academy,
  browser,
}) => {
  const visitor = await (await browser.newContext({ baseURL: academy.url, locale: 'he-IL' })).newPage()
  const seen = async (path: string) => (await visitor.request.get(path, { maxRedirects: 0 })).status()
  await signInNewSuperAdmin(page, academy)
  await page.goto('/admin')
  await page.getByRole('navigation', { name: 'ניווט הצוות' }).getByRole('link', { name: 'קטגוריות' }).click()
  await page.getByRole('button', { name: 'קטגוריה חדשה' }).click()
  await page.getByLabel('שם', { exact: true }).fill('Family finance')
  await expect(page.getByLabel('כתובת', { exact: true })).toHaveValue('family-finance')
  await page.getByLabel('כתובת', { exact: true }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Family finance')
  expect(await seen('/categories/family-finance')).toBe(404)

  await test.step('publishing without a description wants a reason', async () => {
    await expectAccessible(page, 'record of the staff')
    await page.getByRole('button', { name: 'לפרסם', exact: true }).click()
    await page.getByLabel('סיבה').fill('התיאור יעלה מחר')
    await page.getByRole('dialog').getByRole('button', { name: 'לפרסם' }).click()
    await expect(page.getByText('פורסם למרות החסר: התיאור יעלה מחר')).toBeVisible()
    await expect.poll(() => seen('/categories/family-finance')).toBe(200)
  })

  await test.step('a saved draft changes nothing; published, its former address leads to the new one', async () => {
    await page.getByLabel('כתובת', { exact: true }).fill('home-economics')
    await page.keyboard.press('Control+s')
    await expect(page.getByText('מפורסם, ויש טיוטה חדשה')).toBeVisible()
    expect(await seen('/categories/home-economics')).toBe(404)
    await page.getByRole('button', { name: 'לפרסם את השינויים' }).click()
    await page.getByLabel('סיבה').fill('כתובת ברורה יותר')
    await page.getByRole('dialog').getByRole('button', { name: 'לפרסם' }).click()
    await expect.poll(() => seen('/categories/home-economics')).toBe(200)
    expect(await seen('/categories/family-finance')).toBe(301)
    await visitor.goto('/categories/family-finance')
    await expect(visitor).toHaveURL(/\/categories\/home-economics$/)
  })

  await test.step('in the trash nobody sees it, and it is taken back as a draft', async () => {
    await page.getByRole('button', { name: 'להעביר לאשפה' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'להעביר לאשפה' }).click()
    await page.getByRole('button', { name: 'לשחזר מהאשפה' }).click()
    await expect(page.getByText('טיוטה', { exact: true })).toBeVisible()
    await expect.poll(() => seen('/categories/home-economics')).toBe(404)
  })

  await test.step('the order is changed in the list and taken back', async () => {
    await page.getByRole('link', { name: 'קטגוריות' }).first().click()
    const names = () => page.getByRole('row').getByRole('link').allTextContents()
    await expect(page.getByRole('row')).not.toHaveCount(0)
    const before = await names()
    await page.getByRole('button', { name: `להוריד: ${before[0]}` }).click()
    await expect.poll(names).toEqual([before[1], before[0], ...before.slice(2)])
    await page.getByRole('button', { name: 'ביטול' }).click()
    await expect.poll(names).toEqual(before)
    await expectAccessible(page, 'list of content')
  })

  await test.step('[2.12-16] [6-22] a lesson joins a course, and visitors find it there', async () => {
    const course = await someCourse(academy)
    await page.goto(`/admin/courses/${course.id}`)
    await page.getByRole('link', { name: 'לשיעורי הקורס' }).click()
    await page.getByRole('button', { name: 'שיעור חדש' }).click()
    await page.getByLabel('כותרת').fill('שיעור מבוא')
    await page.getByLabel('כותרת').press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('שיעור מבוא')
    await page.getByLabel('תיאור').fill('מה נלמד כאן')
    await page.getByLabel('משך בשניות').fill('90')
    await page.keyboard.press('Control+s')
    await expect(page.getByRole('status').filter({ hasText: 'נשמר ב־' })).toBeVisible()
    await page.getByRole('button', { name: 'תצוגה מקדימה' }).click()
    await page.getByRole('button', { name: 'ליצור קישור' }).click()
    await visitor.goto(await page.getByLabel('הקישור', { exact: true }).inputValue())
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('שיעור מבוא')
    await expectAccessible(visitor, 'a draft by its link')
    await expect(visitor.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
    await page.getByRole('button', { name: 'לבטל את כל הקישורים' }).click()
    await expect(page.getByText('קישור אחד בוטל.')).toBeVisible()
    await visitor.reload()
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('הקישור אינו בתוקף')
    await expect(visitor.getByText('שיעור מבוא')).toHaveCount(0)
    await expectAccessible(visitor, 'a link that has ended')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'לפרסם', exact: true }).click()
    await page.getByLabel('סיבה').fill('הווידאו בדרך')
    await page.getByRole('dialog').getByRole('button', { name: 'לפרסם' }).click()
    const titles = async () =>
      (await readRows<{ title_he: string }>(academy, 'lessons', `course_id=eq.${course.id}&order=order_index`)).map(
        ({ title_he }) => title_he,
      )
    await expect.poll(async () => (await titles()).at(-1)).toBe('שיעור מבוא')
    await expectAccessible(page, 'a lesson of the staff')
    await page.getByRole('button', { name: 'להעביר לאשפה' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'להעביר לאשפה' }).click()
    await expect.poll(titles).not.toContain('שיעור מבוא')
  })
})
