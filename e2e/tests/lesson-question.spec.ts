import { expectAccessible } from '../support/accessibility.ts'
import { signInNewStudent } from '../support/account.ts'
import { position, someCourse } from '../support/lesson.ts'
import { lessonAddress, moveTo, openLesson, openPart } from '../support/lesson-page.ts'
import { expect, test } from '../support/test.ts'

type Ticket = {
  id: string
  subject: string
  lesson_id: string
  position_seconds: number | null
  support_messages: { body: string; from_staff: boolean }[]
}

const QUESTION = 'למה הריבית בשנה השנייה גדולה יותר?'

test('"I did not understand" opens a ticket with lesson and second, and its answer comes back to the lesson', {
  // A desk asks and is answered in `support`.
  tag: '@phone-only',
}, async ({ page, academy }) => {
  const course = await someCourse(academy)
  const { email } = await signInNewStudent(page, academy)
  await openLesson(page, lessonAddress(course, 2))
  await moveTo(page, 24)
  await page.getByRole('button', { name: 'לא הבנתי' }).click()
  const dialog = page.getByRole('dialog', { name: 'מה לא היה ברור?' })
  await expect(dialog.getByRole('radio', { name: 'השנייה 0:24' })).toBeChecked()
  await expectAccessible(page, 'question')
  await dialog.getByRole('textbox', { name: 'השאלה שלכם' }).fill('קצר')
  await dialog.getByRole('button', { name: 'לשלוח את השאלה' }).click()
  await expect(dialog.getByText('עוד קצת פרטים, לפחות 10 תווים')).toBeVisible()
  await expect(dialog.getByRole('textbox')).toBeFocused()
  await dialog.getByRole('textbox').fill(QUESTION)
  await dialog.getByRole('button', { name: 'לשלוח את השאלה' }).click()
  const sent = page.getByRole('dialog', { name: 'השאלה נשלחה' })
  await expect(sent).toContainText('בתוך שני ימי עבודה')
  await expect(sent).toContainText(email)
  await expectAccessible(page, 'question sent')
  await sent.getByRole('button', { name: 'חזרה לשיעור' }).click()
  await expect(page.getByRole('button', { name: 'לא הבנתי' })).toBeFocused()

  const tickets = (await academy.asServer(
    'GET',
    `/rest/v1/support_tickets?email=eq.${email}&select=*,support_messages(*)`,
  )) as Ticket[]
  expect(tickets).toMatchObject([
    {
      lesson_id: course.lessons[1]?.id,
      position_seconds: 24,
      support_messages: [{ body: QUESTION, from_staff: false }],
    },
  ])
  expect(tickets[0]?.subject).toContain(course.lessons[1]?.title_he)

  await openPart(page, 'סיכום')
  const mine = page.getByRole('region', { name: 'השאלות שלי על השיעור' })
  await expect(mine.getByText('ממתינה לתשובה')).toBeVisible()
  await academy.asServer('POST', '/rest/v1/support_messages', {
    ticket_id: tickets[0]?.id,
    body: 'כי היא מחושבת גם על הריבית שנצברה.',
  })
  await page.reload()
  await expect(mine.getByText('נענתה')).toBeVisible()
  await expect(mine.getByText('כי היא מחושבת גם על הריבית שנצברה.')).toBeVisible()
  await expectAccessible(page, 'answered question')
  await mine.getByRole('button', { name: 'לעבור לשנייה 0:24' }).click()
  await expect.poll(() => position(page)).toBeCloseTo(24, 0)
})
