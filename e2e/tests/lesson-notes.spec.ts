import { readFileSync } from 'node:fs'
import { expectAccessible } from '../support/accessibility.ts'
import { signInNewStudent } from '../support/account.ts'
import { position, someCourse } from '../support/lesson.ts'
import { lessonAddress, moveTo, openLesson, openPart } from '../support/lesson-page.ts'
import { allowRefusals, expect, expectRefusals, OFFLINE, test } from '../support/test.ts'

const NEW = /הערה חדשה בשנייה/
const SAVED = 'ההערות נשמרו'

test('a note is written at a second, leads back to it, is changed, deleted and brought back', async ({
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
  await page.reload()
  await expect(notes).toHaveText([/0:08.*מתוקן/, /0:25.*דמי ניהול/])
})

test('what is being written survives a reload, and nobody else sees it', async ({ page, academy }) => {
  const course = await someCourse(academy)
  await signInNewStudent(page, academy)
  await openLesson(page, lessonAddress(course, 1))
  await openPart(page, 'הערות')
  await moveTo(page, 12)
  await page.getByRole('textbox', { name: NEW }).fill('עוד לא גמרתי')
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'הערה חדשה בשנייה 0:12' })).toHaveValue('עוד לא גמרתי')
  await page.getByRole('button', { name: 'לשמור הערה' }).click()
  await expect(page.getByText(SAVED)).toBeVisible()
  await page.evaluate(() => localStorage.removeItem('sb-auth-token'))
  await signInNewStudent(page, academy)
  await page.goto(lessonAddress(course, 1))
  await expect(page.getByText(/עוד לא כתבתם הערות/)).toBeVisible()
})

test('notes that are written without a connection are kept, also over a reload, and saved when it is back', async ({
  page,
  academy,
  context,
  problems,
}) => {
  const course = await someCourse(academy)
  await signInNewStudent(page, academy)
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
  await page.reload()
  await expect(page.getByText('נשלח אחרי טעינה מחדש')).toBeVisible()
  // Whether the refused request reached the console before the page was left is the browser's to say.
  allowRefusals(problems, OFFLINE)
  allowRefusals(problems, /ERR_FAILED .*lesson_notes/)
})

test('the 501st note of a lesson is refused with a reason, and its text stays', async ({ page, academy, problems }) => {
  const course = await someCourse(academy)
  const student = await signInNewStudent(page, academy)
  const users = (await academy.asServer('GET', `/rest/v1/users?email=eq.${student.email}&select=id`)) as {
    id: string
  }[]
  const note = { user_id: users[0]?.id, lesson_id: course.lessons[0]?.id, course_id: course.id, body: 'לזכור' }
  const many = Array.from({ length: 500 }, (_, i) => ({ ...note, position_seconds: i % 60 }))
  await academy.asServer('POST', '/rest/v1/lesson_notes', many)
  await openLesson(page, lessonAddress(course, 1))
  await openPart(page, 'הערות')
  await expect(page.getByText('500 הערות')).toBeVisible()
  await page.getByRole('textbox', { name: NEW }).fill('אחת יותר מדי')
  await page.getByRole('button', { name: 'לשמור הערה' }).click()
  await expect(page.getByText(/כבר יש 500 הערות/)).toBeVisible()
  await expect(page.getByText('אחת יותר מדי')).toBeVisible()
  expectRefusals(problems, /status of 409/)
})

test('notes of the lesson and of the course are taken along as text files', async ({ page, academy }) => {
  const course = await someCourse(academy)
  await signInNewStudent(page, academy)
  for (const number of [1, 2]) {
    await openLesson(page, lessonAddress(course, number))
    await openPart(page, 'הערות')
    await moveTo(page, 10 * number)
    await page.getByRole('textbox', { name: NEW }).fill(`הערה לשיעור ${number}`)
    await page.getByRole('button', { name: 'לשמור הערה' }).click()
    await expect(page.getByText(SAVED)).toBeVisible()
  }
  const take = async (name: string) => {
    const waiting = page.waitForEvent('download')
    await page.getByRole('button', { name }).click()
    const file = await waiting
    return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') }
  }
  const lesson = await take('הערות השיעור')
  expect(lesson.name).toMatch(/^הערות .+\.txt$/)
  expect(lesson.text.startsWith('\uFEFF')).toBe(true)
  expect(lesson.text).toContain(course.lessons[1]?.title_he)
  expect(lesson.text).toContain('\u2066[0:20]\u2069 הערה לשיעור 2')
  expect(lesson.text).not.toContain('הערה לשיעור 1')
  const all = await take('הערות הקורס כולו')
  expect(all.text.indexOf('הערה לשיעור 1')).toBeGreaterThan(all.text.indexOf(course.title_he))
  expect(all.text.indexOf('הערה לשיעור 2')).toBeGreaterThan(all.text.indexOf('הערה לשיעור 1'))
})

test('N in the player begins a note at the present second', async ({ page, academy, isMobile }) => {
  test.skip(isMobile, 'a phone has no keyboard')
  const course = await someCourse(academy)
  await signInNewStudent(page, academy)
  await openLesson(page, lessonAddress(course, 1))
  await openPart(page, 'תמליל')
  await moveTo(page, 31)
  await page.getByRole('region', { name: /נגן הווידאו/ }).focus()
  await page.keyboard.press('KeyN')
  await expect(page.getByRole('textbox', { name: 'הערה חדשה בשנייה 0:31' })).toBeFocused()
  await page.keyboard.type('n is a letter here')
  await expect(page.getByRole('textbox', { name: NEW })).toHaveValue('n is a letter here')
  await page.getByRole('region', { name: /נגן הווידאו/ }).focus()
  await page.keyboard.press('Shift+Slash')
  await expect(page.getByRole('dialog', { name: 'קיצורי מקלדת' })).toContainText('הערה בשנייה הנוכחית')
})
