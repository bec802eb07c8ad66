import { signInNewStaff } from '../support/account.ts'
import { linkIn } from '../support/mailbox.ts'
import { asOwner } from '../support/owner.ts'
import { storedSession } from '../support/session.ts'
import { toastWithText } from '../support/student.ts'
import { allowRefusals, expect, test } from '../support/test.ts'

test('[8-17] [9-02] a member who comes back after three days, or whose 24 hours end on an open page, signs in again and is back', async ({
  page,
  academy,
  problems,
}) => {
  const { email } = await signInNewStaff(page, academy, 'admin')
  const end = async (hours: number) =>
    asOwner(academy, `update auth.sessions set created_at = now() - make_interval(hours => $2) where user_id = $1`, [
      ...[(await storedSession(page))?.user.id, hours],
    ])
  const over = toastWithText(page, 'Your session has expired. Please sign in again.')
  const signInAgain = async () => {
    await page.waitForURL((url) => url.pathname === '/admin/login')
    await page.getByRole('textbox', { name: 'כתובת אימייל' }).fill(email)
    const since = Date.now()
    await page.getByRole('button', { name: 'Send Login Link' }).click()
    await page.goto(linkIn(await academy.mail.waitFor(email, since), '/auth/callback'))
  }

  await test.step('after three days', async () => {
    await page.goto('/admin/students')
    await expect(page.getByRole('heading', { level: 1, name: 'סטודנטים' })).toBeVisible()
    await end(72)
    await page.goto('/admin/students?page=2')
    await expect(over).toBeVisible()
    await expect(page.getByText('אין הרשאה')).toHaveCount(0)
    await signInAgain()
    await page.waitForURL((url) => url.pathname === '/admin/students' && url.search === '?page=2')
  })

  await test.step('while a page stands open', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'סטודנטים' })).toBeVisible()
    await end(25)
    await page.getByRole('link', { name: 'קורסים', exact: true }).first().click()
    await expect(over).toBeVisible()
    await page.waitForURL((url) => url.pathname === '/admin/login')
    expect(await page.evaluate(() => window.history.state.usr)).toEqual({ from: '/admin/courses' })
  })
  allowRefusals(problems, /status of 403/)
})
