import { readFileSync } from 'node:fs'
import { expectAccessible } from '../support/accessibility.ts'
import { returningStudent, signInNewStaff, signInNewSuperAdmin } from '../support/account.ts'
import { approveDownloads } from '../support/owner.ts'
import { newStudent } from '../support/student.ts'
import { expect, test } from '../support/test.ts'

test('[2.12-08] who views analytics goes from the figures to the sentences of a lesson, with the days they chose @phone', async ({
  page,
  academy,
}) => {
  await returningStudent(page, academy, newStudent())
  await academy.asServer('POST', '/rest/v1/rpc/sum_up_analytics', { batch_size: 1000 })
  await signInNewStaff(page, academy, 'analyst')
  await page.goto('/admin/analytics')
  await expect(page.getByRole('heading', { level: 1, name: 'ניתוח נתונים' })).toBeVisible()
  await page.getByRole('button', { name: '7 ימים' }).click()
  await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d&to=/)
  await expect(page.getByRole('button', { name: '7 ימים' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('table', { name: 'מביקור עד סיום קורס' })).toBeVisible()
  await page.getByRole('textbox', { name: 'הערה' }).fill('קמפיין')
  await page.getByRole('button', { name: 'להוסיף הערה' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'קמפיין' })).toBeVisible()
  await expectAccessible(page, 'analytics at a glance')
  await page.getByRole('button', { name: 'למחוק את ההערה: קמפיין' }).press('Enter')
  // The button cannot be pressed while it works and is gone then: the focus stays with the part around it.
  await expect(page.getByRole('region', { name: 'מה קרה בימים האלה' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('יום', { exact: true })).toBeFocused()

  await page
    .getByRole('navigation', { name: 'חלקי ניתוח הנתונים' })
    .getByRole('link', { name: 'קורסים ושיעורים' })
    .click()
  const courses = page.getByRole('table', { name: 'קורסים ושיעורים' })
  await expect(courses).toBeVisible()
  await expect(page).toHaveURL(/courses\?from=/)
  await expectAccessible(page, 'courses of analytics')
  await courses.getByRole('link').first().click()
  await expect(page.getByRole('link', { name: 'לכל הקורסים' })).toBeVisible()
  await page.getByRole('table').getByRole('link').first().click()
  // Fewer than ten watched it.
  await expect(page.getByText('פחות מעשרה סטודנטים צפו בשיעור')).toBeVisible()
  await expectAccessible(page, 'a lesson of analytics')

  const tabs = page.getByRole('navigation', { name: 'חלקי ניתוח הנתונים' })
  await tabs.getByRole('link', { name: 'מבחנים' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'מבחנים' })).toBeVisible()
  await tabs.getByRole('link', { name: 'דואר ופניות' }).click()
  await expect(page.getByRole('table', { name: 'פניות' })).toBeVisible()
  await expectAccessible(page, 'mails and support of analytics')
})

test('a super_admin finds files, sessions and jobs on the page of the operator, makes a backup there and takes it along', async ({
  page,
  academy,
}) => {
  await signInNewSuperAdmin(page, academy)
  await page.goto('/admin/operations')
  await expect(page.getByRole('region', { name: 'קבצים שמורים, לפי מאגר' }).getByRole('table')).toBeVisible()
  await expect(page.getByRole('region', { name: 'עבודות ברקע' })).toBeVisible()
  await expectAccessible(page, 'the page of the operator')

  const backups = page.getByRole('region', { name: 'גיבויים' })
  await backups.getByRole('button', { name: 'לגבות עכשיו' }).click()
  // As long as it takes: the whole academy is packed and read again.
  await expect(backups.getByText('הגיבוי מוכן, ונבדק עד סופו.')).toBeVisible({ timeout: 0 })
  await approveDownloads(academy)
  const begun = page.waitForEvent('download')
  await backups.getByRole('button', { name: /^להוריד את הגיבוי מ/ }).click()
  const download = await begun
  expect(download.suggestedFilename()).toMatch(/^academy-\d{8}T\d{6}Z-staff\.tar\.gz\.age$/)
  await expect(backups.getByText(/^([a-z2-7]{4}-){6}[a-z2-7]{4}$/)).toBeVisible()
  const archive = readFileSync(await download.path())
  expect(archive.subarray(0, 30).toString()).toContain('age-encryption.org/v1')
  expect(archive.length).toBeGreaterThan(1_000_000)
  await expect(page).toHaveURL(/\/admin\/operations$/)
  // Without a link nothing is there.
  expect((await page.request.get('/backups/download')).status()).toBe(404)
})
