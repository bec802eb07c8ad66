import { expectAccessible } from '../support/accessibility.ts'
import { signInNewStaff, signInNewStudent } from '../support/account.ts'
import { someCourse } from '../support/lesson.ts'
import { lessonAddress, moveTo, openLesson } from '../support/lesson-page.ts'
import { expect, test } from '../support/test.ts'

const QUESTION = 'למה הריבית בשנה השנייה גדולה יותר?'
const ANSWER = 'כי היא מחושבת גם על הריבית שנצברה.'

test('[2.12-06] [6-15] a question at a second of a lesson is answered by the staff, and rated and gone on with by the student', async ({
  page: student,
  browser,
  academy,
}) => {
  const course = await someCourse(academy)
  const { email } = await signInNewStudent(student, academy)
  await openLesson(student, lessonAddress(course, 2))
  await moveTo(student, 24)
  await student.getByRole('button', { name: 'לא הבנתי' }).click()
  await student.getByRole('textbox', { name: 'השאלה שלכם' }).fill(QUESTION)
  await student.getByRole('button', { name: 'לשלוח את השאלה' }).click()
  await expect(student.getByRole('dialog', { name: 'השאלה נשלחה' })).toBeVisible()

  const desk = await browser.newContext({ baseURL: academy.url, locale: 'he-IL' })
  const staff = await desk.newPage()
  await signInNewStaff(staff, academy, 'admin')
  await staff.goto(`/admin/support?search=${encodeURIComponent(email)}`)
  const rows = staff.getByRole('table').getByRole('row')
  await expect(rows).toHaveCount(2)
  await expect(staff.getByRole('table')).not.toContainText(email)
  await expectAccessible(staff, 'the list of tickets')
  await rows.nth(1).focus()
  await staff.keyboard.press('Enter')
  await expect(staff.getByRole('list', { name: 'מה נאמר' })).toContainText(QUESTION)
  await expect(staff.getByRole('link', { name: 'לשנייה 0:24 בשיעור' })).toBeVisible()
  await expectAccessible(staff, 'a ticket')
  await staff.getByRole('combobox', { name: 'אחרי התשובה' }).selectOption('solved')
  await staff.getByRole('textbox', { name: 'התשובה שלכם' }).fill(ANSWER)
  await staff.keyboard.press('Control+Enter')
  await expect(staff.getByRole('list', { name: 'מה נאמר' })).toContainText(ANSWER)

  await student.goto('/dashboard')
  await student.getByRole('link', { name: 'הפניות שלי' }).click()
  await student.getByRole('link', { name: /שאלה על השיעור/ }).click()
  await expect(student.getByRole('main')).toContainText(ANSWER)
  await student.getByRole('button', { name: 'כן, עזרה' }).click()
  await expect(student.getByText('תודה, רשמנו.')).toBeVisible()
  await expectAccessible(student, 'an own ticket')
  await student.getByRole('textbox', { name: /עדיין לא נפתר/ }).fill('ועוד שאלה אחת.')
  await student.getByRole('button', { name: 'לשלוח', exact: true }).click()
  await expect(student.getByRole('main')).toContainText('ממתינה לתשובה')

  await staff.reload()
  await expect(staff.getByRole('list', { name: 'מה נאמר' })).toContainText('ועוד שאלה אחת.')
  await expect(staff.getByText('הפונה דירג: עזר')).toBeVisible()
  await desk.close()
})
