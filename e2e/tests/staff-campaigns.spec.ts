import { expectAccessible } from '../support/accessibility.ts'
import { enterAsNewStudent, signInNewSuperAdmin } from '../support/account.ts'
import { expect, test } from '../support/test.ts'

test('[2.12-09] [6-18] marketing is written, counted and sent, and the press of a mail program ends it', async ({
  page,
  academy,
  browser,
}) => {
  const student = await (await browser.newContext({ baseURL: academy.url, locale: 'he-IL' })).newPage()
  const { email } = await enterAsNewStudent(student, academy)
  await academy.patch('users', ['email', email], { marketing_consent: true })
  await signInNewSuperAdmin(page, academy)
  await page.goto('/admin')
  await page.getByRole('navigation', { name: 'ניווט הצוות' }).getByRole('link', { name: 'הודעות ודיוור' }).click()
  const { keyboard } = page
  const create = page.getByRole('button', { name: 'הודעה חדשה' })
  await create.focus()
  await keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByLabel('שם לצוות')).toBeFocused()
  await keyboard.press('Escape')
  await expect(create).toBeFocused()
  await keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByLabel('שם לצוות')).toBeFocused()
  await keyboard.type('קורס חדש')
  await keyboard.press('Enter')

  await test.step('it is written, and seen as it will arrive', async () => {
    await page.getByRole('radio', { name: /^דיוור/ }).check()
    await page.getByRole('textbox', { name: 'נושא' }).fill('{{first_name|שלום}}, נפתח קורס חדש')
    await page.getByRole('textbox', { name: 'תוכן: הטקסט' }).click()
    await page.keyboard.type('נפתח קורס על ריבית.')
    const preview = page.getByRole('region', { name: 'כך היא תגיע' })
    await expect(preview).toContainText('פרסומת: נועה, נפתח קורס חדש')
    await expect(preview).toContainText('להפסיק לקבל דיוור')
    await page.getByRole('button', { name: 'להוסיף תנאי' }).press('Enter')
    const condition = page.getByRole('combobox', { name: 'תנאי 1: נושא' })
    await expect(condition).toBeFocused()
    await condition.selectOption('הרשמה')
    await expect(page.getByText('נמען אחד יקבל', { exact: true })).toBeVisible()
    await page.getByLabel('שעות שקטות מ־').fill('')
    await page.getByLabel('עד', { exact: true }).fill('')
    await page.keyboard.press('Control+s')
    await expect(page.getByRole('button', { name: 'לשלוח', exact: true })).toBeEnabled()
    await expectAccessible(page, 'campaign')
  })

  await test.step('the confirmation names the number, and it arrives', async () => {
    await page.getByRole('button', { name: 'לשלוח', exact: true }).press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('נמען אחד יקבל את ההודעה.')).toBeVisible()
    await dialog.getByRole('button', { name: 'לשלוח', exact: true }).press('Enter')
    // The button that sent it is gone, and with it the form: the focus is on how it stands.
    await expect(page.getByRole('region', { name: 'שליחה' })).toBeFocused()
    await expect(page.getByText('1 מתוך 1')).toBeVisible({ timeout: 60_000 })
    await page.getByRole('link', { name: 'לרשימת הנמענים' }).click()
    await expect(page.getByRole('cell', { name: 'נמסר לשרת הדואר' })).toBeVisible()
    await expectAccessible(page, 'recipients of a campaign')
  })

  await test.step('one press in the mail program ends marketing and nothing else', async () => {
    const { subject, headers } = await academy.mail.waitFor(email, 0, '/unsubscribe')
    expect(subject).toMatch(/^פרסומת: /)
    const [, way = ''] = headers['list-unsubscribe']?.match(/<(.+)>/) ?? []
    const pressed = await fetch(way, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect(pressed.status).toBe(200)
    expect(await academy.read(`users?email=eq.${email}&select=marketing_consent,is_active`)).toEqual([
      { marketing_consent: false, is_active: true },
    ])
  })
})
