import { expectAccessible } from '../support/accessibility.ts'
import { signInNewStaff, signInNewStudent } from '../support/account.ts'
import { STORE } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test('[2.12-05] staff open a record, note, and view the academy as the student, who reads who looked', async ({
  page,
  academy,
  browser,
}) => {
  const studentPage = await browser.newPage({ baseURL: academy.url, locale: 'he-IL' })
  const student = await signInNewStudent(studentPage, academy)
  await signInNewStaff(page, academy, 'admin')
  await page.goto(`/admin/students?search=${encodeURIComponent(student.email)}`)
  await page.getByRole('table').getByRole('row').nth(1).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'להציג את הפרטים' }).click()
  await page.getByRole('textbox', { name: 'הערה' }).fill('התקשרה בנוגע לקורס')
  await page.getByRole('button', { name: 'שמירת ההערה' }).click()
  await expect(page.getByRole('region', { name: 'מה קרה בחשבון' })).toContainText('נכתבה הערה')
  await expectAccessible(page, 'an open record')

  await page.getByRole('button', { name: 'פעולות', exact: true }).click()
  await page.getByRole('menuitem', { name: 'צפייה כסטודנט...' }).click()
  await page.getByRole('textbox', { name: 'סיבה' }).fill('לא מוצאת את הקורס')
  await page.getByRole('button', { name: 'לצפות' }).click()
  const bar = page.getByRole('region', { name: 'צפייה כסטודנט' })
  await expect(bar.getByRole('timer')).toHaveText(/^1[45]:\d\d$/)
  await expectAccessible(page, 'the view as a student')

  const token = await page.evaluate(
    (key) => JSON.parse(localStorage.getItem(key) ?? '{}').access_token as string,
    STORE,
  )
  const refused = await page.request.post(`${academy.url}/rest/v1/rpc/list_students`, {
    data: { query: {} },
    headers: { apikey: academy.anonKey, authorization: `Bearer ${token}` },
  })
  expect(refused.status()).toBe(403)
  await page.goto('/admin/students')
  await expect(page).toHaveURL(/\/admin\/viewing$/)
  await bar.getByRole('button', { name: 'סיום הצפייה' }).click()
  await expect(page.getByRole('region', { name: 'מה קרה בחשבון' })).toContainText('צפייה כסטודנט הסתיימה')

  await studentPage.goto('/profile/privacy')
  await expect(studentPage.getByText('האקדמיה כמו שאתם רואים אותה')).toBeVisible()
  await page.goto('/admin/students/access-requests')
  await expect(page.getByRole('status').filter({ hasText: 'אין בקשות שמחכות' })).toBeVisible()
})
