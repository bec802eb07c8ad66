import type { Page } from '@playwright/test'
import type { Academy } from '../support/academy.ts'
import { returningStudent, signInNewStudent } from '../support/account.ts'
import { linkIn } from '../support/mail-server.ts'
import { authCalls, storedSession } from '../support/session.ts'
import { newStudent, register, toastSaying } from '../support/student.ts'
import { expect, expectRefusals, test } from '../support/test.ts'

test.skip(({ isMobile }) => isMobile, 'a phone shows the same')

const PROCESSING = 'מאמתים את הקישור...'
const NO_SESSION = 'לא מצאנו כאן כניסה פעילה. פותחים את הקישור מהאימייל, או מבקשים קישור חדש.'
const failed = (page: Page) => page.getByRole('heading', { name: 'הקישור לא עבד' })

/** The hash of a fresh one-time link for an address, as the mail would carry it. */
async function freshToken(academy: Academy, email: string): Promise<string> {
  const link = await academy.asServer('POST', '/auth/v1/admin/generate_link', { type: 'magiclink', email })
  return (link as { hashed_token: string }).hashed_token
}

test('[2.7-01] [4-12] [4-16] [9-17] a mailed link is processed, succeeds, and leads to the dashboard after a second', async ({
  page,
  academy,
}) => {
  const mail = await register(page, academy, newStudent())
  await page.clock.install()
  let release = () => undefined as unknown
  const released = new Promise<void>((resolve) => (release = resolve))
  const bodies: unknown[] = []
  await page.route('**/auth/v1/verify', async (route) => {
    bodies.push(route.request().postDataJSON())
    await released
    await route.continue()
  })
  await page.goto(linkIn(mail, '/auth/callback'))
  await expect(page.getByText(PROCESSING)).toBeVisible()
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
  release()
  await expect(page.getByRole('heading', { name: 'הכניסה הצליחה' })).toBeVisible()
  expect(bodies).toMatchObject([{ token_hash: expect.any(String), type: 'email' }])
  await page.clock.runFor(900)
  expect(new URL(page.url()).pathname).toBe('/auth/callback')
  await page.clock.runFor(100)
  await page.clock.resume()
  await page.waitForURL('**/dashboard')
})

test('[2.1-04] [4-11] an error comes before anything else, on both addresses, from query and fragment', async ({
  page,
}) => {
  const calls = authCalls(page)
  const token = 'token_hash=abc&type=signup&code=abc'
  for (const path of ['/auth/callback', '/auth/verify']) {
    await page.goto(`${path}?error=access_denied&error_description=The+link+is+old&${token}`)
    await expect(page.getByRole('alert')).toHaveText('Authentication failed')
    await expect(page.getByText('The link is old')).toHaveCount(0)
    await page.goto(`${path}?error=access_denied&error_description=Email+link+is+invalid+or+has+expired&${token}`)
    await expect(page.getByRole('alert')).toHaveText('Email link is invalid or has expired')
    await page.goto(`${path}?${token}#error=access_denied`)
    await expect(page.getByRole('alert')).toHaveText('Authentication failed')
    await expect(page.getByRole('link', { name: 'לבקש קישור חדש' })).toHaveAttribute('href', '/login')
    await expect(page.getByRole('main').getByRole('link', { name: 'לדף הבית' })).toHaveAttribute('href', '/')
  }
  expect(calls).toEqual([])
})

test('[4-12] [4-13] a token of type signup is verified as an email token, before a code', async ({ page, academy }) => {
  const student = await returningStudent(page, academy)
  const token = await freshToken(academy, student.email)
  const verified = page.waitForRequest('**/auth/v1/verify')
  await page.goto(`/auth/callback?token_hash=${token}&type=signup&code=abc`)
  await page.getByRole('button', { name: 'להמשיך ולהשלים את ההרשמה' }).click()
  expect((await verified).postDataJSON()).toMatchObject({ token_hash: token, type: 'email' })
  await page.waitForURL('**/dashboard')
})

test('[4-13] [7-07] [8-23] a code is exchanged with the whole address; what the service said is kept for those who help', async ({
  page,
  problems,
}) => {
  const asked = page.waitForRequest('**/auth/v1/token?grant_type=pkce')
  await page.goto('/auth/callback?code=12345678-1234-4123-8123-123456789012')
  await asked.then(
    (request) => expect(request.postDataJSON().auth_code).toContain('12345678-1234'),
    () => undefined,
  )
  await expect(failed(page)).toBeVisible()
  await expect(page.getByText(/^Authentication failed: \S/)).toBeVisible()
  problems.splice(0, problems.length)
})

test('[4-14] [9-17] [8-24] without anything the session is looked for, once more after 2 seconds, then given up', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/auth/callback')
  await expect(page.getByText(PROCESSING)).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('alert')).toHaveText(NO_SESSION)
  await expect(page.getByText('No session found. Please try logging in again.')).toBeVisible()
})

test('[4-14] [4-17] a session that comes within the 2 seconds, from another tab, leads to the dashboard', async ({
  page,
  academy,
  context,
}) => {
  await signInNewStudent(page, academy)
  const session = await page.evaluate(() => localStorage.getItem('sb-auth-token') ?? '')
  await page.evaluate(() => localStorage.removeItem('sb-auth-token'))
  const other = await context.newPage()
  await other.goto('/')
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 5_000)
  await page.goto('/auth/callback')
  await page.waitForLoadState('networkidle')
  await expect(page.getByText(PROCESSING)).toBeVisible()
  await other.evaluate((text) => localStorage.setItem('sb-auth-token', text), session)
  // Another tab's storage is seen a moment later, and the screen begins to wait when its scripts have run.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('sb-auth-token'))).not.toBeNull()
  await expect(async () => {
    await page.clock.runFor(1_000)
    await expect(page.getByRole('heading', { name: 'הכניסה הצליחה' })).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await page.clock.resume()
  await page.waitForURL('**/dashboard')
})

test('[4-02] [4-15] an account of another kind is refused and left signed out', async ({ page, academy, problems }) => {
  const email = `staff.${process.pid}.${Date.now()}@example.org`
  await academy.asServer('POST', '/auth/v1/admin/users', {
    email,
    email_confirm: true,
    user_metadata: { user_type: 'admin' },
  })
  await page.goto(`/auth/callback?token_hash=${await freshToken(academy, email)}&type=email`)
  await page.getByRole('button', { name: 'להמשיך ולהיכנס לחשבון' }).click()
  await expect(page.getByRole('alert')).toHaveText('This login link is not for student accounts')
  await expect.poll(() => storedSession(page)).toBeNull()
  await expect(toastSaying(page, /Welcome back/)).toHaveCount(0)
  await page.goto('/dashboard')
  await page.waitForURL('**/login')
  expect(problems).toEqual([])
})

test('[2.7-01] [8-23] a used link says so, with the words of the service below', async ({
  page,
  academy,
  problems,
}) => {
  const student = await signInNewStudent(page, academy)
  const token = await freshToken(academy, student.email)
  await freshToken(academy, student.email)
  await page.evaluate(() => localStorage.clear())
  const says = async () => {
    await expect(page.getByRole('alert')).toContainText('הקישור הזה כבר נוצל, או שפג תוקפו')
    await expect(page.getByText(/^Email verification failed: \S/)).toHaveAttribute('dir', 'ltr')
  }
  await page.goto(`/auth/verify?token_hash=${token}&type=email`)
  await says()
  expect(problems).toEqual([])
  // Of what cannot be one of our tokens, only redeeming tells.
  await page.goto('/auth/verify?token_hash=abc&type=email')
  await page.getByRole('button', { name: 'להמשיך ולהיכנס לחשבון' }).click()
  await says()
  expectRefusals(problems, /status of 403 .*\/auth\/v1\/verify/)
})

test('[2.7-01] [8-13] without an answer the same link can be tried again', async ({ page, academy, problems }) => {
  const mail = await register(page, academy, newStudent())
  await page.route('**/auth/v1/verify', (route) => route.abort(), { times: 1 })
  await page.goto(linkIn(mail, '/auth/callback'))
  await expect(page.getByRole('alert')).toContainText('אין חיבור לשרת')
  await page.getByRole('button', { name: 'לנסות שוב' }).click()
  await page.waitForURL('**/dashboard')
  expectRefusals(problems, /ERR_FAILED|Failed to fetch/)
})

test('[4-03] [4-04] [2.11-04] a profile that does not load after signing in ends the session with a toast', async ({
  page,
  academy,
  problems,
}) => {
  const mail = await register(page, academy, newStudent())
  await page.route('**/rest/v1/users?*', (route) => route.fulfill({ status: 500, json: { message: 'boom' } }))
  await page.goto(linkIn(mail, '/auth/callback'))
  await expect(toastSaying(page, 'Failed to load user profile')).toBeVisible()
  await page.waitForURL('**/login')
  expect(await storedSession(page)).toBeNull()
  await expect(toastSaying(page, /Welcome back|signed out/)).toHaveCount(0)
  expectRefusals(problems, /status of 500 .*\/rest\/v1\/users/)
})

test('[2.11-03] [2.11-04] a spinner while the profile loads; without a profile the way leads to signing in', async ({
  page,
  academy,
}) => {
  await signInNewStudent(page, academy)
  let release = () => undefined as unknown
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/rest/v1/users?*', async (route) => {
    await released
    await route.fulfill({ json: [] })
  })
  await page.goto('/profile')
  await expect(page.getByRole('status').filter({ hasText: 'טוענים את פרטי המשתמש...' })).toBeVisible()
  release()
  await page.waitForURL('**/login')
  await expect(toastSaying(page, 'Failed to load user profile')).toBeVisible()
  expect(await storedSession(page)).toBeNull()
})
