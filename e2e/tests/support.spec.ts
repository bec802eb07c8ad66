import { expectAccessible } from '../support/accessibility.ts'
import { signInNewStaff, signInNewStudent } from '../support/account.ts'
import { position, someCourse } from '../support/lesson.ts'
import { lessonAddress, moveTo, openLesson, openPart } from '../support/lesson-page.ts'
import { expect, test } from '../support/test.ts'
import { makeLong } from '../support/watching.ts'

const QUESTION = 'למה הריבית בשנה השנייה גדולה יותר?'
const ANSWER = 'כי היא מחושבת גם על הריבית שנצברה.'

test('[2.12-06] [6-15] a question at a second of a lesson is answered by the staff, becomes a note of the academy there, and is rated and gone on with by the student', async ({
  page: student,
  browser,
  academy,
}) => {
  const course = await someCourse(academy, 4)
  const { email } = await signInNewStudent(student, academy)
  const [user] = await academy.read<{ id: string }>(`users?select=id&email=eq.${encodeURIComponent(email)}`)
  const [, lesson = { id: '', title_he: '' }] = course.lessons
  const address = lessonAddress(course, 2)
  await makeLong(academy, { id: lesson.id, title: lesson.title_he, address, seconds: 0 }, user?.id ?? '')
  await openLesson(student, address)
  await moveTo(student, 252)
  await student.getByRole('button', { name: 'לא הבנתי' }).click()
  await expectAccessible(student, 'question')
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
  await expect(staff.getByRole('link', { name: 'לשנייה 4:12 בשיעור' })).toBeVisible()
  await expectAccessible(staff, 'a ticket')
  await staff.getByRole('combobox', { name: 'אחרי התשובה' }).selectOption('solved')
  await staff.getByRole('textbox', { name: 'התשובה שלכם' }).fill(ANSWER)
  await staff.keyboard.press('Control+Enter')
  await expect(staff.getByRole('list', { name: 'מה נאמר' })).toContainText(ANSWER)

  await staff.getByRole('button', { name: 'לפרסם כהערה בשיעור...' }).click()
  const review = staff.getByRole('dialog', { name: 'לפרסם את התשובה בשיעור' })
  await expect(review.getByRole('textbox', { name: 'השנייה בשיעור (דקות:שניות)' })).toHaveValue('4:12')
  await expect(review.getByRole('textbox', { name: 'התשובה כפי שתופיע' })).toHaveValue(ANSWER)
  await review.getByRole('textbox', { name: 'השאלה, במילים שלכם (לא חובה)' }).fill('מה גדל בשנה השנייה?')
  await review.getByRole('checkbox', { name: /קראתי/ }).check()
  await expectAccessible(staff, 'publishing an answer')
  await review.getByRole('button', { name: 'לפרסם', exact: true }).click()
  await expect(staff.getByRole('link', { name: 'מוצגת בשיעור, בשנייה 4:12' })).toBeVisible()

  await openLesson(student, address)
  await openPart(student, 'הערות')
  const mine = student.getByRole('region', { name: 'השאלות שלי על השיעור' })
  await expect(mine.getByText('נענתה')).toBeVisible()
  await expect(mine).toContainText(ANSWER)
  const notes = student.getByRole('region', { name: 'תשובות הצוות על השיעור' })
  await expect(notes).toContainText(ANSWER)
  await expect(notes).not.toContainText(QUESTION)
  await expectAccessible(student, 'an answer in its lesson')
  await notes.getByRole('button', { name: 'לעבור לשנייה 4:12' }).press('Enter')
  await expect.poll(() => position(student)).toBeGreaterThanOrEqual(252)
  expect(await position(student)).toBeLessThan(255)

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

test('[2.12-06] @phone the support sees which mails were not taken, why, and of whom', async ({ page, academy }) => {
  const mail = (at: number, reason: string, subject: string) => ({
    ...{ key: String(at).repeat(64), reason, subject, recipient: 'support@academy.test', bytes: 14_500_000 },
    ...{ sender: 'dana@example.org', is_verified: at > 1 },
  })
  await academy.asServer('POST', '/rest/v1/rpc/list_refused_mail', { mail: mail(1, 'too_large', 'סרטון של התקלה') })
  const content = { words: 'כתבתי בעצמי, ולא תוכנה.', rest: 'נשלח מה-iPhone שלי', files: [{ name: 'דוח.pdf' }] }
  await academy.asServer('POST', '/rest/v1/rpc/list_refused_mail', {
    mail: { ...mail(2, 'automatic', 'אני בחופשה'), content },
  })
  await signInNewStaff(page, academy, 'admin')
  await page.goto('/admin/support')
  await page.getByRole('link', { name: 'הודעות אימייל שלא התקבלו' }).click()
  const list = page.getByRole('table')
  await expect(list).toContainText('סרטון של התקלה')
  await expect(list).toContainText('גדולה מדי')
  await expect(list).not.toContainText('dana@example.org')
  await expectAccessible(page, 'mails that were not taken')
  await page
    .getByRole('button', { name: /^הצגת השולח/ })
    .first()
    .click()
  await expect(list).toContainText('dana@example.org')
  const read = page.getByRole('button', { name: /^קריאת ההודעה אני בחופשה/ })
  await read.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'אני בחופשה' })
  await expect(dialog).toContainText(content.words)
  await expect(dialog.getByText(content.rest)).toBeHidden()
  await dialog.getByText('ציטוט וחתימה').focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(content.rest)).toBeVisible()
  await expectAccessible(page, 'a mail that was dropped')
  await page.keyboard.press('Escape')
  await expect(read).toBeFocused()
  await page.goto('/admin/support/refused-mails?reason=list')
  await expect(page.getByText('אין שורות שמתאימות לסינון')).toBeVisible()
})
