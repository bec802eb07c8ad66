import { signInNewStaff, signInNewStudent } from '../support/account.ts'
import { allowRefusals, expect } from '../support/test.ts'
import { openLesson, play, seekTo, test, watchUntil } from '../support/watching.ts'

test.use({ storageState: { cookies: [], origins: [] } })

test('[2.11-06] a student whose account is closed while they watch is told so, and nothing of it is watched any more', async ({
  page,
  academy,
  lesson,
  problems,
}) => {
  const { email } = await signInNewStudent(page, academy)
  await openLesson(page, lesson)
  await play(page)
  await watchUntil(page, 2)
  const [student] = await academy.read<{ id: string }>(`users?select=id&email=eq.${encodeURIComponent(email)}`)
  await academy.asServer('POST', '/rest/v1/rpc/set_student_active', { student_id: student?.id, active: false })
  // What was watched is saved after a jump, and not only when half a minute is over.
  await seekTo(page, 30)
  await page.waitForURL('**/login?error=account_inactive')
  await expect(page.getByRole('alert')).toContainText('החשבון הזה אינו פעיל')
  await expect(page.locator('video')).toHaveCount(0)
  allowRefusals(problems, /status of 40[0134]/)
})

test('[2.12-22] a member who is closed while they work is told so, in the place where they work', async ({
  page,
  academy,
  problems,
}) => {
  const { email } = await signInNewStaff(page, academy, 'admin')
  await page.goto('/admin/students')
  await expect(page.getByRole('heading', { level: 1, name: 'סטודנטים' })).toBeVisible()
  await academy.patch('admin_users', ['email', email], { is_active: false })
  await page.keyboard.press('/')
  await page.keyboard.type('דנה')
  await expect(page.getByRole('heading', { name: 'חשבון הניהול הושבת' })).toBeVisible()
  await page.getByRole('button', { name: 'חזרה לכניסה' }).click()
  await page.waitForURL('**/admin/login')
  allowRefusals(problems, /status of 40[0134]/)
})
