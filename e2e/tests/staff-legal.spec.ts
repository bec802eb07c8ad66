import { expectAccessible } from '../support/accessibility.ts'
import { enterAsNewStudent, signInNewSuperAdmin } from '../support/account.ts'
import { expect, test } from '../support/test.ts'

test('[2.12-17] [6-23] a text is published with a demand, and a student agrees before going on', async ({
  page,
  academy,
  browser,
}) => {
  const student = await (await browser.newContext({ baseURL: academy.url, locale: 'he-IL' })).newPage()
  await enterAsNewStudent(student, academy)
  await signInNewSuperAdmin(page, academy)
  await page.goto('/admin')
  await page.getByRole('navigation', { name: 'ניווט הצוות' }).getByRole('link', { name: 'מסמכים משפטיים' }).click()
  await page.getByRole('link', { name: 'מדיניות פרטיות' }).waitFor()
  await expectAccessible(page, 'legal texts of the staff')
  await page.getByRole('link', { name: 'מדיניות פרטיות' }).click()

  await test.step('what is typed is seen as it will look, and as a difference', async () => {
    await page.getByRole('textbox', { name: 'הנוסח: הטקסט' }).click()
    await page.keyboard.press('Control+Home')
    await page.keyboard.type('הוספנו פסקה. ')
    await expect(page.getByRole('region', { name: 'כך זה ייראה באתר' })).toContainText('הוספנו פסקה.')
    await expect(page.getByRole('region', { name: 'מה שונה' }).getByRole('insertion')).toContainText('הוספנו פסקה.')
    await page.getByLabel('מה השתנה').fill('נוספה פסקה בראש המסמך.')
    await page.getByLabel('סטודנטים מתבקשים לאשר שוב').check()
    await page.keyboard.press('Control+s')
    await expect(page.getByText('לא חסר דבר.')).toBeVisible()
    await expectAccessible(page, 'legal text of the staff')
  })

  await test.step('it is published from now on', async () => {
    await page.getByRole('button', { name: 'לפרסם גרסה חדשה' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(/יתבקשו? לאשר את הנוסח החדש/)).toBeVisible()
    await dialog.getByRole('button', { name: 'לפרסם' }).click()
    await expect(page.getByText('גרסה 2 · בתוקף')).toBeVisible()
    const seen = async () => (await student.request.get('/privacy')).text()
    await expect.poll(seen).toContain('נוספה פסקה בראש המסמך.')
    expect(await seen()).toContain('/privacy?version=1')
  })

  await test.step('the student is asked at the address they wanted, and is kept from no way out', async () => {
    await student.goto('/dashboard/notes')
    await expect(student.getByRole('heading', { level: 1 })).toHaveText('עדכנו את הכללים')
    await expect(student.getByText('נוספה פסקה בראש המסמך.')).toBeVisible()
    await expect(student.getByRole('insertion')).toContainText('הוספנו פסקה.')
    await expectAccessible(student, 'agreement')
    await student.getByRole('link', { name: 'המידע שלי ומחיקת החשבון' }).click()
    await expect(student).toHaveURL(/\/profile\/privacy$/)
    await expect(student.getByRole('region', { name: 'ההסכמות שלכם' })).toBeVisible()
    await student.goBack()
  })

  await test.step('having agreed they are where they wanted to be, and are not asked again', async () => {
    await student.getByRole('checkbox', { name: /מדיניות פרטיות/ }).check()
    await student.getByRole('button', { name: 'לאשר ולהמשיך' }).click()
    await expect(student.getByRole('heading', { level: 1 })).toHaveText('ההערות שלי')
    await student.reload()
    await expect(student.getByRole('heading', { level: 1 })).toHaveText('ההערות שלי')
    await student.goto('/profile/privacy')
    await expect(student.getByRole('link', { name: /לנוסח שאישרתם.*מדיניות הפרטיות/ })).toHaveAttribute(
      'href',
      '/privacy?version=2',
    )
    await page.reload()
    await expect(page.getByText('סטודנט אחד אישר').first()).toBeVisible()
  })
})
