import { expectAccessible } from '../support/accessibility.ts'
import { signInNewSuperAdmin } from '../support/account.ts'
import { expect, test } from '../support/test.ts'

test('[2.12-04] the operator sees refused sign-ins and rights within seconds, by kind', { tag: '@phone' }, async ({
  page,
  academy,
  playwright,
}) => {
  await signInNewSuperAdmin(page, academy)
  await page.goto('/admin/operations')
  await page.getByRole('link', { name: 'אירועי אבטחה' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'אירועי אבטחה' })).toBeVisible()

  const stranger = await playwright.request.newContext({ baseURL: academy.supabaseUrl })
  const asked = await stranger.post('/auth/v1/verify', {
    headers: { apikey: academy.anonKey },
    data: { email: 'Somebody@e2e-guessed.example', token: '000000', type: 'email' },
  })
  expect(asked.status()).toBe(403)
  const file = { headers: { apikey: academy.anonKey, 'content-type': 'application/pdf' }, data: '%PDF-1.7' }
  expect((await stranger.post('/storage/v1/object/lesson-files/taken.pdf', file)).status()).toBe(400)
  const job = { headers: { apikey: academy.anonKey }, data: {} }
  expect((await stranger.post('/functions/v1/deliver-mail', job)).status()).toBe(403)
  await stranger.dispose()

  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('table').getByText('s***@e***.example').first()).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expectAccessible(page, 'the log of security events')
  await page.getByRole('combobox', { name: 'מה נדחה' }).selectOption('rights')
  await expect(page.getByText('s***@e***.example')).toHaveCount(0)
  for (const what of ['POST storage/object/lesson-files', 'functions/deliver-mail'])
    await expect(page.getByRole('table').getByText(what, { exact: true }).first()).toBeVisible()
})
