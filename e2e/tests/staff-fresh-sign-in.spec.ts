import type { Page } from '@playwright/test'
import type { Academy } from '../support/academy.ts'
import { expectAccessible, expectLayerAccessible } from '../support/accessibility.ts'
import { signInNewStaff, signInNewSuperAdmin } from '../support/account.ts'
import { codeIn } from '../support/mailbox.ts'
import { asOwner } from '../support/owner.ts'
import { storedSession } from '../support/session.ts'
import { expect, expectRefusals, test } from '../support/test.ts'

/** Lets the sign-in of a page have been so many hours ago, and its staff area be in use. */
async function ageSession(page: Page, academy: Academy, hours: number): Promise<void> {
  const id = (await storedSession(page))?.user.id
  const past = `now() - interval '${hours} hours'`
  await asOwner(academy, `update auth.sessions set created_at = ${past} where user_id = $1`, [id])
  await asOwner(
    academy,
    `insert into private.staff_activity (session_id, admin_id)
     select sessions.id, admin_users.id from auth.sessions
     join public.admin_users on admin_users.supabase_auth_id = sessions.user_id where sessions.user_id = $1
     on conflict (session_id) do update set active_at = now()`,
    [id],
  )
  await asOwner(
    academy,
    `update auth.mfa_amr_claims set created_at = ${past}, updated_at = ${past}
     where session_id in (select id from auth.sessions where user_id = $1)`,
    [id],
  )
}

/** Fills in an invitation and sends it; gives its dialog. */
async function invite(page: Page, email: string, role?: string) {
  await page.getByRole('button', { name: 'הזמנה לצוות...' }).click()
  const dialog = page.getByRole('dialog', { name: 'הזמנה לצוות' })
  await dialog.getByRole('textbox', { name: 'כתובת אימייל של העבודה' }).fill(email)
  await dialog.getByRole('textbox', { name: 'שם פרטי' }).fill('דנה')
  if (role) await dialog.getByLabel('תפקיד').selectOption(role)
  await dialog.getByRole('button', { name: 'לשלוח הזמנה' }).click()
  return dialog
}

test('of a member who signed in 23 hours ago an invitation wants a mailed code, in place, and the next one does not', {
  tag: '@phone',
}, async ({ page, academy, problems }) => {
  const { email } = await signInNewStaff(page, academy, 'admin')
  await ageSession(page, academy, 23)
  const before = await storedSession(page)
  await page.goto('/admin/users')
  const since = Date.now()
  const invited = `later.${since}@academy.example`
  const form = await invite(page, invited)

  const question = page.getByRole('dialog', { name: 'רק מוודאים שזה אתם' })
  const field = question.getByLabel('קוד מהאימייל')
  await expect(field).toBeFocused()
  await expectLayerAccessible(page, 'a fresh proof over a form', '[role=dialog]')
  await question.getByRole('button', { name: 'ביטול' }).click()
  await expect(form.getByRole('alert')).toHaveText('כדי לעשות את זה צריך לאשר שוב שזה אתם.')
  await expect(form.getByRole('textbox', { name: 'כתובת אימייל של העבודה' })).toHaveValue(invited)
  expect(await academy.read(`invitation_history?email=eq.${invited}`)).toEqual([])

  await form.getByRole('button', { name: 'לשלוח הזמנה' }).click()
  const code = codeIn(await academy.mail.waitFor(email, since))
  await field.fill(code === '000000' ? '111111' : '000000')
  await expect(question.getByText('הקוד אינו נכון או שפג תוקפו')).toBeVisible()
  await field.fill(code)
  await expect(question).toBeHidden()
  await expect(page.getByText('ההזמנה נשלחה באימייל.')).toBeVisible()
  const after = await storedSession(page)
  expect([after?.user.id, after?.refresh_token === before?.refresh_token]).toEqual([before?.user.id, false])

  await page.getByRole('button', { name: 'סיום' }).click()
  await invite(page, `next.${since}@academy.example`)
  await expect(page.getByText('ההזמנה נשלחה באימייל.')).toBeVisible()
  expectRefusals(problems, /status of (403|429)/)
})

test('an invitation as super_admin goes out after another one has approved it', async ({
  page,
  academy,
  browser,
  problems,
}) => {
  await signInNewSuperAdmin(page, academy)
  const other = await (await browser.newContext({ baseURL: academy.url })).newPage()
  await signInNewSuperAdmin(other, academy)
  const email = `third.${Date.now()}@academy.example`
  await page.goto('/admin/users')
  const form = await invite(page, email, 'super_admin')
  const question = page.getByRole('dialog', { name: 'נדרש אישור של אדם נוסף' })
  await expectLayerAccessible(page, 'the request for an approval', '[role=dialog]')
  await question.getByRole('textbox').fill('מחליפה בחופשה')
  await question.getByRole('button', { name: 'שליחת הבקשה' }).click()
  await expect(form.getByRole('alert')).toContainText('הבקשה לאישור נשלחה')
  expect(await academy.read(`invitation_history?email=eq.${email}`)).toEqual([])

  await other.goto('/admin/approvals')
  const request = other.getByRole('listitem').filter({ hasText: email })
  await expect(request).toContainText('מחליפה בחופשה')
  await expectAccessible(other, 'approvals')
  await request.getByRole('button', { name: /^אישור/ }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'אישור' }).click()
  await expect(request).toContainText('אושרה, עוד לא בוצעה')

  await form.getByRole('button', { name: 'לשלוח הזמנה' }).click()
  await expect(page.getByText('ההזמנה נשלחה באימייל.')).toBeVisible()
  await other.reload()
  await expect(request).toContainText('בוצעה')
  await other.context().close()
  expectRefusals(problems, /status of 403/)
})
