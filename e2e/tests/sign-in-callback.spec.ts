import { freshToken, returningStudent, signInNewStudent } from '../support/account.ts'
import { authCalls, storedSession } from '../support/session.ts'
import { toastWithText } from '../support/student.ts'
import { expect, expectRefusals, test } from '../support/test.ts'

test.skip(({ isMobile }) => isMobile, 'a phone shows the same')

const PROCESSING = 'מאמתים את הקישור...'

test('[2.1-04] [4-11] an error comes before anything else, on both addresses, from query and fragment', async ({
  page,
}) => {
  const calls = authCalls(page)
  const token = 'token_hash=abc&type=signup&code=abc'
  await page.goto(`/auth/callback?error=access_denied&error_description=The+link+is+old&${token}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('הקישור לא עבד')
  await expect(page.getByRole('alert')).toHaveText('Authentication failed')
  await expect(page.getByText('The link is old')).toHaveCount(0)
  await page.goto(`/auth/verify?${token}#error=access_denied&error_description=Email+link+is+invalid+or+has+expired`)
  await expect(page.getByRole('alert')).toHaveText('Email link is invalid or has expired')
  await expect(page.getByRole('link', { name: 'לבקש קישור חדש' })).toHaveAttribute('href', '/login')
  await expect(page.getByRole('main').getByRole('link', { name: 'לדף הבית' })).toHaveAttribute('href', '/')
  expect(calls).toEqual([])
})

test('[4-14] [4-17] a session that comes within the 2 seconds, from another tab, leads to the dashboard', async ({
  page,
  academy,
  context,
}) => {
  await signInNewStudent(page, academy)
  const session = await page.evaluate(() => localStorage.getItem('sb-auth-token') ?? '')
  await page.evaluate(() => localStorage.removeItem('sb-auth-token'))
  const waiting = await context.newPage()
  await waiting.clock.install()
  await waiting.clock.pauseAt(Date.now() + 5_000)
  await waiting.goto('/auth/callback', { waitUntil: 'networkidle' })
  await expect(waiting.getByText(PROCESSING)).toBeVisible()
  await page.evaluate((text) => localStorage.setItem('sb-auth-token', text), session)
  // Another tab's storage is seen a moment later, and the screen begins to wait when its scripts have run.
  await expect.poll(() => waiting.evaluate(() => localStorage.getItem('sb-auth-token'))).not.toBeNull()
  await expect(async () => {
    await waiting.clock.runFor(1_000)
    await expect(waiting.getByRole('heading', { name: 'הכניסה הצליחה' })).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await waiting.clock.resume()
  await waiting.waitForURL('**/dashboard')
})

test('[4-02] [4-15] [4-03] [4-04] [2.11-04] an account of another kind is refused, and a profile that does not load ends the session with a toast', async ({
  page,
  academy,
  problems,
}) => {
  const staff = `staff.${process.pid}.${Date.now()}@example.org`
  await academy.asServer('POST', '/auth/v1/admin/users', {
    email: staff,
    email_confirm: true,
    user_metadata: { user_type: 'admin' },
  })
  await page.goto(`/auth/callback?token_hash=${await freshToken(academy, staff)}&type=email`)
  const enter = page.getByRole('button', { name: 'להמשיך ולהיכנס לחשבון' })
  await enter.click()
  await expect(page.getByRole('alert')).toHaveText('This login link is not for student accounts')
  await expect.poll(() => storedSession(page)).toBeNull()
  await expect(toastWithText(page, /Welcome back/)).toHaveCount(0)
  await page.goto('/dashboard')
  await page.waitForURL('**/login')
  expect(problems).toEqual([])

  const { email } = await returningStudent(page, academy)
  await page.route('**/rest/v1/users?*', (route) => route.fulfill({ status: 500, json: { message: 'boom' } }))
  await page.goto(`/auth/callback?token_hash=${await freshToken(academy, email)}&type=email`)
  await enter.click()
  await expect(toastWithText(page, 'Failed to load user profile')).toBeVisible()
  await page.waitForURL('**/login')
  expect(await storedSession(page)).toBeNull()
  await expect(toastWithText(page, /Welcome back|signed out/)).toHaveCount(0)
  expectRefusals(problems, /status of 500 .*\/rest\/v1\/users/)
})
