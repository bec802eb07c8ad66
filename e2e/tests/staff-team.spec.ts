import { expectAccessible } from '../support/accessibility.ts'
import { signInNewStaff } from '../support/account.ts'
import { linkIn } from '../support/mailbox.ts'
import { expect, test } from '../support/test.ts'

test('[2.12-07] [6-16] [7-04] [4-25] somebody is invited on the page of the team, accepts by mail and sees what the role may', async ({
  page,
  academy,
  browser,
}) => {
  await signInNewStaff(page, academy, 'admin')
  await page.goto('/admin/users')
  await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible()
  await expectAccessible(page, 'the team')
  const email = `invited.${Date.now()}@academy.example`
  const since = Date.now()
  await page.getByRole('button', { name: 'הזמנה לצוות...' }).click()
  await page.getByRole('textbox', { name: 'כתובת אימייל של העבודה' }).fill(email)
  await page.getByRole('textbox', { name: 'שם פרטי' }).fill('דנה')
  await page.getByRole('button', { name: 'לשלוח הזמנה' }).click()
  await expect(page.getByText('ההזמנה נשלחה באימייל.')).toBeVisible()
  await page.getByRole('button', { name: 'סיום' }).click()
  await page.getByRole('link', { name: 'הזמנות' }).click()
  await expect(page.getByRole('row').filter({ hasText: email })).toContainText('פג בעוד 7 ימים')

  const link = linkIn(await academy.mail.waitFor(email, since), '/auth/callback')
  const other = await browser.newContext({ baseURL: academy.url })
  const invited = await other.newPage()
  await invited.goto(link)
  await invited.getByRole('button', { name: 'לקבל את ההזמנה' }).click()
  await invited.waitForURL((url) => url.pathname === '/admin')
  await expect(invited.getByRole('navigation', { name: 'ניווט הצוות' }).getByRole('link')).toHaveText([
    'היום',
    'הודעות ודיוור',
    'ספריית המדיה',
    'יומן הפעולות',
  ])
  await invited.goto('/admin/users')
  await expect(invited.getByRole('alert')).toContainText('users.view')
  await other.close()
})
