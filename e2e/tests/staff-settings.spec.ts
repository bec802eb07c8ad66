import type { Browser, Page } from '@playwright/test'
import type { Academy } from '../support/academy.ts'
import { expectAccessible, expectLayerAccessible } from '../support/accessibility.ts'
import { makeStaffRole, signInNewStaff } from '../support/account.ts'
import { addressOfCaller, expect, expectRefusals, test } from '../support/test.ts'

const ROLE = 'settings_keeper'

async function openSettings(page: Page, academy: Academy) {
  const { email } = await signInNewStaff(page, academy, ROLE)
  await page.goto('/admin/settings')
  const name = page.getByRole('textbox', { name: 'שם האקדמיה' })
  await expect(name).toHaveValue(/./)
  return { name, email }
}

const openColleague = async (browser: Browser, academy: Academy) =>
  (await browser.newContext({ baseURL: academy.url, extraHTTPHeaders: addressOfCaller('10.9.8.7') })).newPage()

test('[2.12-10] [6-19] a visitor sees a changed name at once, and of two who change it nobody is written over', async ({
  page,
  academy,
  browser,
  problems,
}) => {
  await makeStaffRole(academy, ROLE, 'settings.manage')
  const seen = async () => (await page.request.get('/')).text()
  const { name, email } = await openSettings(page, academy)
  const colleague = await openColleague(browser, academy)
  const { name: othersName } = await openSettings(colleague, academy)
  try {
    expect(await seen()).toContain('האקדמיה לפיננסים')
    await expectAccessible(page, 'the settings')
    await othersName.fill('האקדמיה של נועה')
    await colleague.keyboard.press('Control+s')
    await expect(colleague.getByRole('status').filter({ hasText: 'נשמר ב־' })).toBeVisible()
    await expect.poll(seen).toContain('האקדמיה של נועה')

    await name.fill('האקדמיה של דנה')
    await page.keyboard.press('Control+s')
    const question = page.getByRole('dialog', { name: 'מישהו שינה את זה בינתיים' })
    await expect(question).toContainText('האקדמיה של נועה')
    await expectLayerAccessible(page, 'the question of two edits', '[role=dialog]')
    expectRefusals(problems, /status of 409/)
    expect(await seen()).toContain('האקדמיה של נועה')
    await question.getByRole('radio', { name: 'האקדמיה של דנה' }).check()
    await question.getByRole('button', { name: 'שמירת מה שנבחר' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'נשמר ב־' })).toBeVisible()
    await expect.poll(seen).toContain('האקדמיה של דנה')

    await page.getByRole('button', { name: 'שליחת הודעת בדיקה' }).click()
    await expect(page.getByText('שרת האימייל קיבל את ההודעה.')).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'RCPT TO:<' })).toBeVisible()
    expect((await academy.mail.sentTo(email)).at(-1)?.subject).toBe('הודעת בדיקה · האקדמיה של דנה')
    await expectAccessible(page, 'the report of a test mail')
    const invited = Date.now()
    await academy.asServer('POST', '/auth/v1/invite', { email: 'ron.named@example.org' })
    const invitation = await academy.mail.waitFor('ron.named@example.org', invited)
    expect(invitation.subject).toBe('הזמנה לצוות · האקדמיה של דנה')
    expect(invitation.text).toContain('האקדמיה של דנה. לימודי כלכלה')

    await page.getByRole('link', { name: 'הודעות שלא נמסרו' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'הודעות שלא נמסרו' })).toBeVisible()
    // Other journeys of this academy may have had a mail refused.
    await expect(page.getByText('כל ההודעות נמסרו').or(page.getByRole('table')).first()).toBeVisible()
    await expectAccessible(page, 'the mails that did not arrive')
  } finally {
    await academy.asServer('DELETE', '/rest/v1/app_settings?key=eq.academy_name')
    await colleague.context().close()
  }
})
