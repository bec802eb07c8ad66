import { readFileSync } from 'node:fs'
import { expectAccessible } from '../support/accessibility.ts'
import { signInNewSuperAdmin } from '../support/account.ts'
import { expect, test } from '../support/test.ts'

const FILM = new URL('../../supabase/seeds/media/videos/index-funds/tracking.mp4', import.meta.url)

test('a film goes up, says how long it is, and a lesson takes it with its length', async ({ page, academy }) => {
  await signInNewSuperAdmin(page, academy)
  await page.goto('/admin/media')
  const input = page.getByLabel('לבחור קבצים מהמחשב', { exact: true }).and(page.locator('input'))
  await input.setInputFiles([
    { name: 'tracking.mp4', mimeType: 'video/mp4', buffer: readFileSync(FILM) },
    { name: 'not-a-film.mp4', mimeType: 'video/mp4', buffer: Buffer.from('<script>alert(1)</script>') },
    { name: 'דף.csv', mimeType: 'text/csv', buffer: Buffer.from('שם,סכום\nדנה,12\n') },
  ])
  const library = page.getByRole('main')
  const inLibrary = (name: string) => library.getByRole('button', { name: `לפרטים של ${name}` })
  await expect(inLibrary('tracking.mp4')).toContainText(/1:\d\d · \d+ KB/)
  await expect(inLibrary('not-a-film.mp4')).toContainText('התוכן אינו מהסוג שהשם אומר')
  await library.getByRole('button', { name: 'לפרטים של tracking.mp4' }).click()
  await expect(page.getByRole('dialog').getByText('הקובץ אינו בשימוש.')).toBeVisible()
  await expect(page.getByRole('dialog').getByText('H.264')).toBeVisible()
  await expectAccessible(page, 'a film of the library')
  await page.keyboard.press('Escape')
  await page.goto('/admin/courses')
  await page.getByRole('row').getByRole('link').first().click()
  await page.getByRole('link', { name: 'לשיעורי הקורס' }).click()
  await page.getByRole('row').getByRole('link').first().click()
  const video = page.getByLabel('קובץ הווידאו, או המספר ב־Vimeo')
  await expect(video).toBeVisible()
  await page.getByRole('button', { name: 'לבחור מהספרייה' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'לבחור את tracking.mp4' }).click()
  await expect(video).toHaveValue(/^library\/[0-9a-f-]{36}\.mp4$/)
  await expect(page.getByLabel('משך בשניות')).toHaveValue(/^[67]\d$/)
  await page.getByRole('button', { name: 'להוסיף קובץ מהספרייה' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'לבחור את דף.csv' }).click()
  await expect(page.getByLabel('השם שהסטודנט רואה').last()).toHaveValue('דף')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('status').filter({ hasText: 'נשמר ב־' })).toBeVisible()
})
