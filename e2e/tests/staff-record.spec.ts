import { expectAccessible } from '../support/accessibility.ts'
import { signInNewStaff, signInNewStudent } from '../support/account.ts'
import { someCourse } from '../support/lesson.ts'
import { STORE } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test('[2.12-05] staff open a record, note, and view the academy as the student, who reads who looked', async ({
  page,
  academy,
  browser,
}) => {
  const studentPage = await browser.newPage({ baseURL: academy.url, locale: 'he-IL' })
  const student = await signInNewStudent(studentPage, academy)
  const { id: courseId, lessons } = await someCourse(academy)
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
  const headers = { apikey: academy.anonKey, authorization: `Bearer ${token}` }
  const watched = { lesson_id: lessons[0]?.id, course_id: courseId, progress_seconds: 5 }
  const doors: [method: string, path: string, data: object | string][] = [
    ['POST', '/rest/v1/rpc/list_students', { query: {} }],
    ['POST', '/rest/v1/bookmarks', { course_id: courseId }],
    ['PATCH', '/rest/v1/courses?title_he=not.is.null', { title_he: 'x' }],
    ['POST', '/functions/v1/batch-progress', { updates: [watched] }],
    ['POST', '/functions/v1/quiz-attempts', { action: 'start', quiz: courseId, attempt: courseId }],
    ['POST', '/functions/v1/review-deck', { action: 'next', turn: courseId }],
    ['POST', '/functions/v1/quiz-authoring', { action: 'check', id: courseId }],
    ['POST', '/functions/v1/test-mail', {}],
    ['POST', '/rest/v1/rpc/save_progress', { updates: [watched] }],
    ['DELETE', `/rest/v1/bookmarks?course_id=eq.${courseId}`, ''],
    ['POST', '/storage/v1/upload/resumable', ''],
    ['POST', '/functions/v1/sign-lesson-file', { bucket: 'lesson-videos', path: 'x.mp4' }],
    ['POST', '/storage/v1/object/images/courses/x.webp', 'RIFF'],
    ['DELETE', '/storage/v1/object/images/courses/x.webp', ''],
  ]
  for (const [method, path, data] of doors) {
    const contentType = typeof data === 'string' ? { 'content-type': 'image/webp' } : {}
    const answer = await page.request.fetch(`${academy.supabaseUrl}${path}`, {
      method,
      data,
      headers: { ...headers, ...contentType },
    })
    const changed = answer.ok() ? await answer.text() : ''
    expect([path, changed]).toEqual([path, ''])
  }
  await page.goto('/admin/students')
  await expect(page).toHaveURL(/\/admin\/viewing$/)
  await bar.getByRole('button', { name: 'סיום הצפייה' }).click()
  await expect(page.getByRole('region', { name: 'מה קרה בחשבון' })).toContainText('צפייה כסטודנט הסתיימה')

  await studentPage.goto('/profile/privacy')
  await expect(studentPage.getByText('האקדמיה כמו שאתם רואים אותה')).toBeVisible()
  await page.goto('/admin/students/access-requests')
  await expect(page.getByRole('status').filter({ hasText: 'אין בקשות שמחכות' })).toBeVisible()
})
