import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expectAccessible, expectLayerAccessible } from '../support/accessibility.ts'
import { signInNewSuperAdmin } from '../support/account.ts'
import { expect, test } from '../support/test.ts'

const PICTURE = fileURLToPath(new URL('../../supabase/seeds/media/images/courses/bank-account.webp', import.meta.url))

test('a picture goes up, is drawn anew by the server, and stands in a record', async ({ page, academy }) => {
  await signInNewSuperAdmin(page, academy)
  await page.goto('/admin/media')
  await page
    .getByLabel('לבחור קבצים מהמחשב', { exact: true })
    .and(page.locator('input'))
    .setInputFiles([
      { name: 'bank-account.webp', mimeType: 'image/webp', buffer: readFileSync(PICTURE) },
      { name: 'note.png', mimeType: 'image/png', buffer: Buffer.from('<svg onload="alert(1)"/>') },
      { name: 'IMG_2041.HEIC', mimeType: 'image/heic', buffer: Buffer.from('\0\0\0\x18ftypheic') },
      { name: 'booklet.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('%PDF-1.7\n%%EOF') },
      { name: 'empty.png', mimeType: 'image/png', buffer: Buffer.alloc(0) },
    ])
  const uploads = page.getByRole('region', { name: 'העלאות' })
  const lineOf = (name: string) => uploads.getByRole('listitem').filter({ hasText: name })
  await expect(lineOf('IMG_2041.HEIC').getByText(/ייצוא ל־JPEG/)).toBeVisible()
  await expect(lineOf('booklet.jpg').getByText(/^בקובץ יש PDF/)).toBeVisible()
  await expect(lineOf('empty.png').getByText(/^הקובץ ריק/)).toBeVisible()
  await expect(lineOf('bank-account.webp').getByText('בספרייה')).toBeVisible()
  await expect(lineOf('note.png').getByText(/^התוכן אינו מהסוג שהשם אומר/)).toBeVisible()
  await expect(uploads.getByText('קובץ אחד בספרייה, 4 לא נקלטו')).toBeVisible()
  await uploads.getByRole('button', { name: 'לנקות את מה שהסתיים' }).click()
  // Another journey of this academy may have put files there.
  const inLibrary = (name: string) => page.getByRole('main').getByRole('button', { name: `לפרטים של ${name}` })
  await expect(inLibrary('bank-account.webp')).toContainText('בלי תיאור')
  await expect(inLibrary('note.png')).toContainText('התוכן אינו מהסוג שהשם אומר')
  await expectAccessible(page, 'library of pictures')
  await page.getByRole('link', { name: 'כותבים ומרצים' }).click()
  await page.getByRole('row').getByRole('link').first().click()
  await page.getByRole('button', { name: 'לבחור מהספרייה' }).click()
  await expectLayerAccessible(page, 'choice of a picture', '[role=dialog]')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^לבחור את .*webp$/ })
    .click()
  const field = page.getByLabel('תמונה', { exact: true })
  await expect(field).toHaveValue(/^\/storage\/v1\/object\/public\/images\/library\/.*\.webp$/)
  const address = await field.inputValue()
  const answer = await page.request.get(address)
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'image/webp'])
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('status').filter({ hasText: 'נשמר ב־' })).toBeVisible()
})
