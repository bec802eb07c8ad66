import { expectAccessible, expectLayerAccessible, expectVisibleFocus, tabTo } from '../support/accessibility.ts'
import { enterAsNewStudent, returningStudent } from '../support/account.ts'
import { someCourse } from '../support/lesson.ts'
import { linkIn } from '../support/mailbox.ts'
import { smallTargets } from '../support/page-faults.ts'
import { fillInRegistration, newStudent } from '../support/student.ts'
import { allowRefusals, expect, test } from '../support/test.ts'

test('axe finds nothing in open layers, and whatever can be pressed there measures 24 px at least', {
  tag: '@phone',
}, async ({ page, academy, isMobile }) => {
  const course = await someCourse(academy)
  await page.goto('/')
  await page.getByRole('button', { name: 'התאמה אישית' }).waitFor()
  const question = 'section[tabindex="-1"]'
  if (!isMobile) await expectLayerAccessible(page, 'privacy question', question)
  await page.getByRole('button', { name: 'התאמה אישית' }).click()
  if (!isMobile) await expectLayerAccessible(page, 'privacy choices', question)
  expect(await smallTargets(page)).toEqual([])
  await page.getByRole('button', { name: 'רק מה שחיוני' }).click()

  if (isMobile) {
    await page.getByRole('button', { name: 'פתיחת התפריט' }).click()
    await page.getByRole('dialog').locator('h3 button').first().click()
  } else {
    await page.getByRole('navigation', { name: 'ניווט ראשי' }).getByRole('button', { name: 'קורסים' }).click()
    await page.getByRole('tabpanel').locator('a').first().waitFor()
  }
  await expectLayerAccessible(page, 'menu', isMobile ? '[role=dialog]' : 'header')
  expect(await smallTargets(page)).toEqual([])

  if (isMobile) {
    await page.goto(`/courses/${course.id}`)
    await page.getByRole('dialog', { name: course.title_he }).waitFor()
    return expectAccessible(page, 'course panel')
  }

  await page.goto('/register')
  await page.getByRole('button', { name: /קידומת מדינה/ }).click()
  await page.getByRole('option').first().waitFor()
  await expectAccessible(page, 'country list')
})

test('axe finds nothing in the states of the sign-in screens', async ({ page, academy, problems }) => {
  const student = await returningStudent(page, academy)
  await page.goto('/register')
  await page.getByRole('checkbox', { name: /תנאי השימוש/ }).check()
  await page.getByRole('textbox', { name: 'מספר טלפון' }).fill('12')
  await page.getByRole('button', { name: 'שלח קישור הרשמה' }).click()
  await page.getByText('שם פרטי הוא שדה חובה').waitFor()
  await expectAccessible(page, 'registration with errors')
  await fillInRegistration(page, { ...newStudent(), phone: student.phone })
  await page.getByRole('button', { name: 'שלח קישור הרשמה' }).click()
  await page.getByRole('dialog', { name: 'מספר הטלפון כבר רשום' }).waitFor()
  await expectLayerAccessible(page, 'phone conflict', '[role=dialog]')
  await page.goto('/login')
  await page.getByLabel('כתובת אימייל').fill(student.email)
  await page.getByRole('button', { name: 'שליחת קישור כניסה' }).click()
  await page.getByLabel('קוד מהאימייל').waitFor()
  await expectAccessible(page, 'waiting for the mail')
  await page.goto('/auth/recover-account')
  await page.getByRole('textbox', { name: 'מספר טלפון' }).fill(student.phone)
  await page.getByRole('button', { name: 'שליחת קישור שחזור' }).click()
  await page.getByRole('heading', { name: 'בדקו את תיבת האימייל' }).waitFor()
  await expectAccessible(page, 'recovery mail sent')
  allowRefusals(problems, /status of 4.. .*\/signup/)
})

test('axe finds nothing on the pages of a student', { tag: '@phone' }, async ({ page, academy, isMobile }) => {
  const course = await someCourse(academy)
  const student = await enterAsNewStudent(page, academy)
  await page.getByText('עוד לא התחלתם קורס').waitFor()
  if (!isMobile) {
    await expectAccessible(page, 'empty dashboard')
    await page.getByRole('button', { name: /תפריט המשתמש של/ }).click()
    await page.getByRole('menuitem').first().waitFor()
    await expectLayerAccessible(page, 'user menu', '[role=menu]')
  }
  await page.goto(`/courses/${course.id}/lessons/${course.lessons[0]?.id}`)
  await page.getByRole('button', { name: 'סימון השיעור כהושלם' }).click()
  await page.getByText('השיעור הושלם', { exact: true }).waitFor()
  await expectAccessible(page, 'lesson')
  await page.goto('/dashboard')
  await page.getByRole('progressbar').first().waitFor()
  await expectAccessible(page, 'dashboard with progress')
  await page.goto('/profile')
  await page.getByRole('button', { name: 'שמירת השינויים' }).waitFor()
  await expectAccessible(page, 'profile')
  if (isMobile) return
  await academy.patch('users', ['email', student.email], { phone_number: null })
  await page.goto('/dashboard')
  await page.getByRole('heading', { name: 'נדרש עדכון מספר טלפון' }).waitFor()
  await expectAccessible(page, 'phone gate')
})

test('the main job is done by keyboard alone, and the focus is always seen', async ({ page, academy, isMobile }) => {
  test.skip(isMobile, 'a phone has no keyboard')
  const course = await someCourse(academy)
  const [lesson] = course.lessons
  const student = newStudent()
  await page.addInitScript(() => localStorage.setItem('cookie-consent', 'rejected'))
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'דילוג לתוכן' })).toBeFocused()
  await expectVisibleFocus(page)
  await tabTo(page, page.locator('header').getByRole('link', { name: 'הרשמה' }))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/register')

  await tabTo(page, page.getByLabel('שם פרטי'))
  await page.keyboard.type(student.firstName)
  await tabTo(page, page.getByLabel('שם משפחה'), 1)
  await page.keyboard.type('לוי')
  await tabTo(page, page.getByLabel('כתובת אימייל'), 1)
  await page.keyboard.type(student.email)
  await tabTo(page, page.getByRole('textbox', { name: 'מספר טלפון' }), 2)
  await page.keyboard.type(student.phone)
  await tabTo(page, page.getByRole('checkbox', { name: /תנאי השימוש/ }), 2)
  await page.keyboard.press('Space')
  await tabTo(page, page.getByRole('button', { name: 'שלח קישור הרשמה' }), 4)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'ההרשמה הצליחה' }).waitFor()

  const toasts = page.locator('[data-sonner-toast]')
  const welcomed = toasts.first().waitFor()
  await page.goto(linkIn(await academy.mail.waitFor(student.email), '/auth/callback'))
  await page.waitForURL('**/dashboard')
  await welcomed
  // A toast on its way out would take the focus along.
  await expect(toasts).toHaveCount(0)
  await tabTo(page, page.getByRole('main').getByRole('link', { name: 'לכל הקורסים' }).first())
  await page.keyboard.press('Enter')
  await page.waitForURL('**/courses')
  await tabTo(page, page.getByRole('main').getByRole('link', { name: `לצפייה בקורס: ${course.title_he}` }))
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: course.title_he })
  await expect(panel).toBeVisible()
  await tabTo(page, panel.getByRole('link', { name: new RegExp(lesson?.title_he ?? '') }))
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/lessons/${lesson?.id}`)
  await tabTo(page, page.getByRole('button', { name: 'ניגון', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'השהיה', exact: true })).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'סימון השיעור כהושלם' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('השיעור הושלם', { exact: true })).toBeVisible()
})
