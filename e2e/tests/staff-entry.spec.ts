import type { Page } from '@playwright/test'
import type { Academy } from '../support/academy.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { signInNewStudent } from '../support/account.ts'
import { linkIn } from '../support/mailbox.ts'
import { asOwner } from '../support/owner.ts'
import { beginSetup, keepCodes } from '../support/security.ts'
import { storedSession } from '../support/session.ts'
import { pressSignOut, toastWithText } from '../support/student.ts'
import { allowRefusals, expect, test } from '../support/test.ts'
import { nextTotpCode, totpCode } from '../support/totp.ts'

const HOME = 'שלום, נועה'
let people = 0

/** Invites somebody new to the staff and gives the mailed link. */
async function invitation(academy: Academy, role: string): Promise<{ email: string; link: string }> {
  people += 1
  const email = `noa${people}.${process.pid}@academy.example`
  const asked = { email, role_name: role, first_name: 'נועה', last_name: 'לוי' }
  const { token } = (await academy.asServer('POST', '/rest/v1/rpc/create_admin_invitation', asked)) as { token: string }
  const since = Date.now()
  const redirect = encodeURIComponent(`${academy.url}/admin/accept-invitation?token=${token}`)
  const data = { user_type: 'admin', invitation_token: token }
  await academy.asServer('POST', `/auth/v1/otp?redirect_to=${redirect}`, { email, create_user: true, data })
  return { email, link: linkIn(await academy.mail.waitFor(email, since), '/auth/callback') }
}

async function accept(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await page.waitForURL('**/admin/accept-invitation?token=*')
  await page.getByRole('button', { name: 'לקבל את ההזמנה' }).click()
  await expect(toastWithText(page, 'Invitation accepted! You are now logged in.')).toBeVisible()
  await page.waitForURL((url) => url.pathname === '/admin')
}

test('[2.12-01] [2.12-02] [2.12-03] [2.12-04] [2.12-19] [4-33] [7-04] [7-05] [1-02] somebody is invited, accepts, and leaves', async ({
  page,
  academy,
}) => {
  const { link } = await invitation(academy, 'analyst')
  await accept(page, link)
  await expect(page.getByRole('heading', { level: 1, name: HOME })).toBeVisible()
  await expect(page.getByText('נתונים, דוחות', { exact: true })).toBeVisible()
  const apps = page.getByRole('region', { name: 'אימות דו־שלבי' })
  await expect(apps.getByRole('button', { name: 'להפעיל', exact: true })).toBeVisible()
  await expectAccessible(page, 'the staff area')
  for (const door of ['/admin/login', '/admin/accept-invitation?token=x']) {
    await page.goto(door)
    await page.waitForURL((url) => url.pathname === '/admin')
  }
  await pressSignOut(page.getByRole('button', { name: 'יציאה' }))
  await page.waitForURL((url) => url.pathname === '/')
  expect(await storedSession(page)).toBeNull()

  await page.goto('/admin')
  await page.waitForURL('**/admin/login')
  await expectAccessible(page, 'the sign-in of the staff')
})

test('[9-04] whose mailed link is over has another one sent from the page of the invitation, and joins by it', async ({
  page,
  academy,
}) => {
  const { email, link } = await invitation(academy, 'analyst')
  const address = new URL(new URL(link).searchParams.get('to') ?? '')
  await asOwner(academy, 'delete from auth.one_time_tokens where relates_to = $1', [email])
  await asOwner(academy, 'delete from auth.rate_limits where true')
  await page.goto(`${address.pathname}${address.search}`)
  await expect(page.getByText(/ההזמנה בתוקף עד/)).toBeVisible()
  await expectAccessible(page, 'an invitation without a link')
  const since = Date.now()
  await page.getByRole('button', { name: 'לשלוח אליי קישור חדש' }).press('Enter')
  await expect(page.getByText(email)).toBeVisible()
  await accept(page, linkIn(await academy.mail.waitFor(email, since), '/auth/callback'))
})

test('[2.12-20] [4-28] [5-17] [5-18] [7-05] [8-20] the sign-in of the staff says what is missing, mails to members only, and binds the account', async ({
  page,
  academy,
  problems,
}) => {
  people += 1
  const email = `noa${people}.${process.pid}@academy.example`
  const [role] = (await academy.asServer('GET', '/rest/v1/roles?name=eq.marketing&select=id')) as { id: string }[]
  await academy.asServer('POST', '/rest/v1/admin_users', { email, first_name: 'נועה', role_id: role?.id })
  await page.goto('/admin/login')
  const send = page.getByRole('button', { name: 'Send Login Link' })
  const field = page.getByLabel('כתובת אימייל')
  await send.click()
  await expect(page.getByRole('alert')).toHaveText('Please enter your email address')
  await expect(field).toBeFocused()
  await field.fill('stranger@academy.example')
  await send.click()
  await expect(page.getByRole('alert')).toHaveText('Admin user not found')
  await field.fill('stranger@gmail.com')
  await send.click()
  await expect(page.getByRole('alert')).toHaveText('The email domain is not allowed for staff')
  const since = Date.now()
  await field.fill(`  ${email} `)
  await send.click()
  await expect(toastWithText(page, 'Magic link sent! Check your email.')).toBeVisible()
  await page.goto(linkIn(await academy.mail.waitFor(email, since), '/auth/callback'))
  await page.waitForURL((url) => url.pathname === '/admin')
  await expect(page.getByRole('heading', { level: 1, name: HOME })).toBeVisible()
  problems.splice(
    0,
    problems.length,
    ...problems.filter((problem) => !/status of 400 .*check_admin_sign_in/.test(problem)),
  )
})

test('[4-32] [4-34] [8-24] [8-25] the doors of the staff say why they stay closed', async ({ page }) => {
  await page.goto('/admin/accept-invitation')
  await expect(page.getByRole('alert')).toHaveText('Invalid invitation link. No token found.')
  await page.goto('/admin/auth/callback?error=access_denied')
  await page.waitForURL('**/admin/login?error=auth_failed')
  await expect(page.getByRole('alert')).toHaveText('Authentication failed')
  await page.goto('/admin/auth/callback')
  await page.waitForURL('**/admin/login?error=no_session')
  await expect(page.getByRole('alert')).toHaveText('No session found. Please try logging in again.')
})

test('[2.12-22] [8-20] a closed member is told so; a student who strays in stays signed in', async ({
  page,
  academy,
  problems,
}) => {
  const { email, link } = await invitation(academy, 'marketing')
  await accept(page, link)
  // Nothing asks any more, whose refusal would end the session first.
  await page.goto('about:blank')
  await academy.patch('admin_users', ['email', email], { is_active: false })
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'חשבון הניהול הושבת' })).toBeVisible()
  await page.getByRole('button', { name: 'חזרה לכניסה' }).click()
  await page.waitForURL('**/admin/login')
  expect(await storedSession(page)).toBeNull()

  await signInNewStudent(page, academy)
  await page.goto('/admin')
  await expect(toastWithText(page, 'Admin profile not found')).toBeVisible()
  await page.waitForURL('**/admin/login')
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('דנה')
  // What the first page of the staff had asked for when the account was closed is refused as well.
  allowRefusals(problems, /status of 403 .*(logout|user|rpc\/)/)
})

test('[6-06] [3-07] [2.12-21] the first super_admin is invited, lets an authenticator app join, and only then is staff', async ({
  page,
  academy,
}) => {
  const { email, link } = await invitation(academy, 'super_admin')
  await accept(page, link)
  await expect(page.getByRole('heading', { name: 'חסרה אפליקציית אימות' })).toBeVisible()
  await expectAccessible(page, 'the staff area without an authenticator app')
  const settings = () =>
    page.evaluate(
      async ([api, apikey]) => {
        const { access_token } = JSON.parse(localStorage.getItem('sb-auth-token') ?? '{}') as { access_token: string }
        const headers = { apikey, authorization: `Bearer ${access_token}` }
        const answer = await fetch(`${api}/rest/v1/roles?select=name`, { headers })
        return (await answer.json()) as unknown[]
      },
      [academy.supabaseUrl, academy.anonKey] as const,
    )
  expect(await settings()).toEqual([])

  const secret = await beginSetup(page, page.getByRole('main'))
  await expectAccessible(page, 'setting up the app of a super_admin')
  await page.getByLabel('הקוד הראשון מהאפליקציה').fill(totpCode(secret))
  await page.getByRole('button', { name: 'לאשר ולהפעיל' }).click()
  await page.getByRole('button', { name: 'שמרתי את הקודים' }).waitFor()
  await expectAccessible(page, 'the recovery codes of a super_admin')
  expect(await keepCodes(page)).toHaveLength(10)
  await expect(page.getByRole('heading', { level: 1, name: HOME })).toBeVisible()
  await expect(page.getByText('כל ההרשאות')).toBeVisible()
  expect(await settings()).not.toEqual([])
  const apps = page.getByRole('region', { name: 'אימות דו־שלבי' })
  await expect(apps.getByText('פעיל', { exact: true })).toBeVisible()

  await pressSignOut(page.getByRole('button', { name: 'יציאה' }))
  await page.waitForURL((url) => url.pathname === '/')
  const sent = (await academy.asServer('POST', '/auth/v1/admin/generate_link', {
    type: 'magiclink',
    email,
    redirect_to: `${academy.url}/admin/auth/callback?n=${'a'.repeat(64)}&for=signin`,
  })) as { action_link: string }
  const { pathname, search } = new URL(sent.action_link)
  await page.goto(`${academy.supabaseUrl}${pathname}${search}`)
  await page.getByRole('button', { name: 'להמשיך ולהיכנס לניהול' }).click()
  await page.getByLabel('הקוד מהאפליקציה').fill(nextTotpCode(secret))
  await expect(page.getByText('כל ההרשאות')).toBeVisible()
})
