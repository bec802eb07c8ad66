import { expectAccessible } from '../support/accessibility.ts'
import { signInNewStudent } from '../support/account.ts'
import { position, someCourse } from '../support/lesson.ts'
import { lessonAddress, moveTo, openLesson, openPart } from '../support/lesson-page.ts'
import { allowRefusals, expect, OFFLINE, test } from '../support/test.ts'

const NEW = /הערה חדשה בשנייה/
const SAVED = 'ההערות נשמרו'

test("a note is written at a second, leads back to it, is changed, deleted and brought back, and is its writer's alone", async ({
  page,
  academy,
}) => {
  const course = await someCourse(academy)
  await signInNewStudent(page, academy)
  await openLesson(page, lessonAddress(course, 1))
  await openPart(page, 'הערות')
  await expect(page.getByText(/עוד לא כתבתם הערות/)).toBeVisible()
  await expectAccessible(page, 'no notes')
  await moveTo(page, 25)
  await page.getByRole('textbox', { name: NEW }).fill('לבדוק דמי ניהול: 0.5% מ־₪1,000\nEnglish line')
  await expect(page.getByRole('textbox', { name: 'הערה חדשה בשנייה 0:25' })).toBeVisible()
  await page.getByRole('button', { name: 'לשמור הערה' }).click()
  await moveTo(page, 8)
  await page.getByRole('textbox', { name: NEW }).fill('מוקדם יותר')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(SAVED)).toBeVisible()
  const notes = page.getByRole('tabpanel', { name: 'הערות' }).getByRole('listitem')
  await expect(notes).toHaveText([/0:08.*מוקדם יותר/, /0:25.*דמי ניהול/])
  await expectAccessible(page, 'notes')

  await page.getByRole('button', { name: 'לעבור לשנייה 0:25' }).click()
  await expect.poll(() => position(page)).toBeCloseTo(25, 0)
  await page.getByRole('button', { name: 'עריכת ההערה בשנייה 0:08' }).click()
  const edited = page.getByRole('textbox', { name: 'עריכת ההערה בשנייה 0:08' })
  await expect(edited).toBeFocused()
  await edited.fill('מתוקן')
  await page.getByRole('button', { name: 'לשמור', exact: true }).click()
  await expect(page.getByRole('button', { name: 'עריכת ההערה בשנייה 0:08' })).toBeFocused()

  await page.getByRole('button', { name: 'מחיקת ההערה בשנייה 0:25' }).click()
  await expect(notes).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'להחזיר' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(notes).toHaveCount(2)
  await expect(page.getByText(SAVED)).toBeVisible()

  await test.step('what is being written survives a reload, and nobody else sees it', async () => {
    await moveTo(page, 12)
    await page.getByRole('textbox', { name: NEW }).fill('עוד לא גמרתי')
    await page.reload()
    await expect(notes).toHaveText([/0:08.*מתוקן/, /0:25.*דמי ניהול/])
    await expect(page.getByRole('textbox', { name: 'הערה חדשה בשנייה 0:12' })).toHaveValue('עוד לא גמרתי')
    await page.getByRole('button', { name: 'לשמור הערה' }).click()
    await expect(notes).toHaveCount(3)
    await expect(page.getByText(SAVED)).toBeVisible()
    await page.evaluate(() => localStorage.removeItem('sb-auth-token'))
    await signInNewStudent(page, academy)
    await page.goto(lessonAddress(course, 1))
    await expect(page.getByText(/עוד לא כתבתם הערות/)).toBeVisible()
  })
})

test('notes that are written without a connection are kept, also over a reload, and saved when it is back', async ({
  page,
  academy,
  context,
  problems,
}) => {
  const course = await someCourse(academy)
  const { email } = await signInNewStudent(page, academy)
  await openLesson(page, lessonAddress(course, 1))
  await openPart(page, 'הערות')
  await expect(page.getByText(/עוד לא כתבתם הערות/)).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('textbox', { name: NEW }).fill('נכתב בלי חיבור')
  await page.getByRole('button', { name: 'לשמור הערה' }).click()
  await expect(page.getByText('יישמר כשיחזור החיבור').first()).toBeVisible()
  await expect(page.getByText('עוד לא נשמרה')).toBeVisible()
  await expectAccessible(page, 'a note that waits')
  await context.setOffline(false)
  await expect(page.getByText(SAVED)).toBeVisible()

  // The server does not answer, and the page is closed before it does.
  await page.route('**/rest/v1/lesson_notes?on_conflict*', (route) => route.abort())
  await page.getByRole('textbox', { name: NEW }).fill('נשלח אחרי טעינה מחדש')
  await page.getByRole('button', { name: 'לשמור הערה' }).click()
  await expect(page.getByText('עוד לא נשמרה')).toBeVisible()
  await page.unroute('**/rest/v1/lesson_notes?on_conflict*')
  // Until the browser has the note, a reload finds it as a draft.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('lesson-drafts'))).toBe('{}')
  await page.reload()
  await expect(page.getByText('נשלח אחרי טעינה מחדש')).toBeVisible()
  await expect(page.getByText('עוד לא נשמרה')).toBeHidden()
  const saved = `lesson_notes?select=body,users!inner()&users.email=eq.${encodeURIComponent(email)}&order=created_at`
  await expect.poll(() => academy.read(saved)).toEqual([{ body: 'נכתב בלי חיבור' }, { body: 'נשלח אחרי טעינה מחדש' }])
  // Whether the refused request reached the console before the page was left is the browser's to say.
  allowRefusals(problems, OFFLINE)
  allowRefusals(problems, /ERR_FAILED .*lesson_notes/)
})
