import type { Academy } from '../academy.ts'
import { linkIn, NOTICE_LINK } from '../mailbox.ts'
import { unsubscribeLink } from '../marketing.ts'
import type { Student } from '../student.ts'
import { at, type Screen } from './stage.ts'

/** Where the mail about another phone, which the student has from then on, lets them object. */
async function noticeLink(academy: Academy, student: Student): Promise<string> {
  const { email } = student
  student.phone = `54${String(Date.now()).slice(-7)}`
  await academy.patch('users', ['email', email], { phone_number: `+972${student.phone}` })
  return linkIn(await academy.mail.waitFor(email, 0, NOTICE_LINK), NOTICE_LINK)
}

/** The student's own pages, before anything about the account is changed. */
export const OWN_SCREENS: readonly Screen[] = [
  {
    name: 'course-panel-started',
    windowOnly: true,
    async show({ page, course }) {
      await page.goto(`/courses/${course.id}`)
      await page.getByRole('dialog').getByRole('link', { name: 'להמשיך לצפות' }).waitFor()
    },
  },
  {
    name: 'dashboard',
    async show({ page }) {
      await page.goto('/dashboard')
      await page.getByRole('progressbar').first().waitFor()
    },
  },
  {
    name: 'profile',
    async show({ page }) {
      await page.goto('/profile')
      await page.getByRole('button', { name: 'שמירת השינויים' }).waitFor()
    },
  },
]

/** The student's own data, leaving, and what the academy asks of an account that lacks something. */
export const OWN_DATA_SCREENS: readonly Screen[] = [
  {
    name: 'own-data',
    async show({ page }) {
      await page.goto('/profile/privacy')
      await page.getByRole('region', { name: 'היסטוריית ההסכמות' }).getByRole('table').waitFor()
      await page.getByRole('switch').click()
      await page.getByRole('button', { name: 'לבטל את השינוי' }).waitFor()
    },
  },
  {
    name: 'deletion-dialog',
    windowOnly: true,
    async show({ page }) {
      await page.goto('/profile/privacy')
      await page.getByRole('button', { name: 'למחוק את החשבון' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'dashboard-leaving',
    windowOnly: true,
    async show({ page, academy, student }) {
      const dueAt = new Date(Date.now() + 14 * 24 * 60 * 60 * 1000).toISOString()
      await academy.patch('users', ['email', student.email], { deletion_due_at: dueAt })
      await page.goto('/dashboard')
      await page.getByRole('button', { name: 'להשאיר את החשבון' }).waitFor()
      await academy.patch('users', ['email', student.email], { deletion_due_at: null })
      return undefined
    },
  },
  {
    name: 'unsubscribe',
    async show({ page, academy, student }) {
      await page.goto(await unsubscribeLink(page, academy, student))
      await page.getByRole('button', { name: 'להפסיק את הדיוור' }).waitFor()
    },
  },
  {
    name: 'unsubscribed',
    async show({ page, academy, student }) {
      await page.goto(await unsubscribeLink(page, academy, student))
      await page.getByRole('button', { name: 'להפסיק את הדיוור' }).click()
      await page.getByRole('heading', { name: 'הדיוור הופסק' }).waitFor()
    },
  },
  at('unsubscribe-unknown', '/unsubscribe?token=nothing'),
  at('not-me-unknown', '/auth/not-me?token=nothing'),
  {
    name: 'not-me',
    async show({ page, academy, student }) {
      await page.goto(await noticeLink(academy, student))
      await page.getByRole('button', { name: 'זה לא הייתי אני' }).waitFor()
      return undefined
    },
  },
]

/** The last of a student: from here on the account lacks its verified address, then its phone, then its session. */
export const ENDING_SCREENS: readonly Screen[] = [
  {
    name: 'verify-email',
    async show({ page, academy, student }) {
      await academy.patch('users', ['email', student.email], { email_verified: false })
      await page.goto('/auth/verify-email')
      await page.getByText(student.email).waitFor()
    },
  },
  {
    name: 'phone-gate',
    async show({ page, academy, student }) {
      await academy.patch('users', ['email', student.email], { email_verified: true, phone_number: null })
      await page.goto('/dashboard')
      await page.getByRole('heading', { name: 'נדרש עדכון מספר טלפון' }).waitFor()
    },
  },
  {
    name: 'profile-phone-required',
    async show({ page }) {
      await page.goto('/profile')
      await page.getByText('צריך לעדכן את מספר הטלפון').waitFor()
    },
  },
  {
    name: 'not-me-done',
    async show({ page, academy, student }) {
      await page.goto(await noticeLink(academy, student))
      await page.getByRole('button', { name: 'זה לא הייתי אני' }).click()
      await page.getByRole('heading', { name: 'החשבון אובטח' }).waitFor()
      return undefined
    },
  },
]
