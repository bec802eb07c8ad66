import type { Page } from '@playwright/test'
import type { Academy } from './academy.ts'
import { ACCOUNT_SCREENS } from './account-screens.ts'
import { type CatalogueCourse, playUntil } from './lesson.ts'
import { playTheEnd, videoIsThere } from './lesson-page.ts'
import { linkIn } from './mail-server.ts'
import { unsubscribeLink } from './marketing.ts'
import { PLAYER_SCREENS } from './player-screens.ts'
import { askForLink, fillInRegistration, newStudent, type Student } from './student.ts'

/** What a screen needs to be brought into its state. */
export type Stage = {
  page: Page
  /** A page of another browser, which has asked for nothing. */
  stranger: Page
  academy: Academy
  course: CatalogueCourse
  /** Has an account; signed in on `page` in the screens of students. */
  student: Student
  wide: boolean
}

export type Screen = {
  name: string
  /** Only what the window shows, for layers that stand still over a page. */
  windowOnly?: boolean
  /** Narrow screens have no such state. */
  wideOnly?: boolean
  /** Wide screens have no such state. */
  narrowOnly?: boolean
  /** Brings the screen up; gives the page that shows it, if it is not `stage.page`. */
  show(stage: Stage): Promise<Page | undefined>
}

/** When recovery was asked for last, in ms since 1970; its mail is the one that came after. */
let askedAt = 0

const at = (name: string, path: string): Screen => ({
  name,
  async show({ page }) {
    await page.goto(path)
  },
})

const lessonAddress = ({ id, lessons }: CatalogueCourse, index: number) =>
  `/courses/${id}/lessons/${lessons[index]?.id}`

/** The second lesson with one of the parts around its player open; on a phone that part is in sight. */
async function openPart(page: Page, course: CatalogueCourse, name: string): Promise<void> {
  await page.goto(lessonAddress(course, 1))
  await videoIsThere(page)
  await page.getByRole('tab', { name, exact: true }).click()
  await page.locator('.lesson-tabs').evaluate((tabs) => window.innerWidth < 1024 && tabs.scrollIntoView())
}

const conflicting = (student: Student): Student => ({ ...newStudent(), phone: student.phone })

/** What everyone may see. The order matters only for the mail limits: one mail of a kind an address and minute. */
export const PUBLIC_SCREENS: readonly Screen[] = [
  at('home', '/'),
  {
    name: 'courses-menu',
    windowOnly: true,
    async show({ page, wide }) {
      await page.goto('/')
      if (wide) {
        await page.getByRole('navigation', { name: 'ניווט ראשי' }).getByRole('button', { name: 'קורסים' }).click()
        await page.getByRole('tabpanel').locator('a').first().waitFor()
      } else {
        await page.getByRole('button', { name: 'פתיחת התפריט' }).click()
        await page.getByRole('dialog').locator('h3 button').first().click()
      }
    },
  },
  {
    name: 'privacy-question',
    windowOnly: true,
    async show({ stranger }) {
      await stranger.goto('/')
      await stranger.getByRole('button', { name: 'התאמה אישית' }).waitFor()
      return stranger
    },
  },
  {
    name: 'privacy-choices',
    windowOnly: true,
    async show({ stranger }) {
      await stranger.goto('/')
      await stranger.getByRole('button', { name: 'התאמה אישית' }).click()
      return stranger
    },
  },
  at('categories', '/categories'),
  at('category', '/categories/investments'),
  {
    name: 'category-empty',
    async show({ page }) {
      await page.goto('/categories')
      const empty = page.getByRole('main').locator('a[href^="/categories/"]').filter({ hasText: 'בקרוב' })
      if ((await empty.count()) > 0) await empty.first().click()
      else await page.goto('/categories/banking')
    },
  },
  at('courses', '/courses'),
  {
    name: 'course-panel',
    windowOnly: true,
    async show({ page, course }) {
      await page.goto(`/courses/${course.id}`)
      await page.getByRole('dialog').waitFor()
    },
  },
  at('login', '/login'),
  at('login-inactive', '/login?error=account_inactive'),
  {
    name: 'login-unknown',
    async show({ page }) {
      await page.goto('/login')
      await page.getByLabel('כתובת אימייל').fill(newStudent().email)
      await page.getByRole('button', { name: 'שליחת קישור כניסה' }).click()
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'login-sent',
    async show({ page, academy, student }) {
      await askForLink(page, academy, student)
    },
  },
  {
    name: 'login-help',
    async show({ page }) {
      await page.getByText('המייל נמסר לשרת הדואר').waitFor()
      await page.locator('summary', { hasText: 'למה זה לא הגיע?' }).click()
      return undefined
    },
  },
  {
    name: 'callback-confirm',
    async show({ stranger, academy, student }) {
      await stranger.goto(linkIn(await academy.mail.waitFor(student.email), '/auth/callback'))
      await stranger.getByRole('button', { name: /להמשיך/ }).waitFor()
      return stranger
    },
  },
  at('callback-error', '/auth/callback?error=access_denied'),
  at('register', '/register'),
  {
    name: 'register-errors',
    async show({ page, student }) {
      await fillInRegistration(page, { ...student, firstName: '', email: 'dana@' })
      await page.getByRole('button', { name: 'שלח קישור הרשמה' }).click()
    },
  },
  {
    name: 'country-list',
    windowOnly: true,
    async show({ page }) {
      await page.goto('/register')
      await page.getByRole('button', { name: /קידומת מדינה/ }).click()
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'phone-conflict',
    windowOnly: true,
    async show({ page, student }) {
      await fillInRegistration(page, conflicting(student))
      await page.getByRole('button', { name: 'שלח קישור הרשמה' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'register-success',
    async show({ page }) {
      await fillInRegistration(page, newStudent())
      await page.getByRole('button', { name: 'שלח קישור הרשמה' }).click()
      await page.getByRole('heading', { name: 'ההרשמה הצליחה' }).waitFor()
    },
  },
  {
    name: 'register-refused',
    async show({ page }) {
      const student = newStudent()
      await fillInRegistration(page, {
        ...student,
        email: `nobody.${student.email.replace('example.org', 'gmial.com')}`,
      })
      await page.getByRole('button', { name: 'שלח קישור הרשמה' }).click()
      await page.getByText('סירב לקבל את המייל').waitFor()
      return undefined
    },
  },
  at('verify-email-signed-out', '/auth/verify-email'),
  at('recovery', '/auth/recover-account'),
  {
    name: 'recovery-sent',
    async show({ page, student }) {
      await page.goto('/auth/recover-account')
      askedAt = Date.now()
      await page.getByRole('textbox', { name: 'מספר טלפון' }).fill(student.phone)
      await page.getByRole('button', { name: 'שליחת קישור שחזור' }).click()
      await page.getByRole('heading', { name: 'בדקו את תיבת הדואר' }).waitFor()
    },
  },
  {
    name: 'recovery-verified',
    windowOnly: true,
    async show({ page, academy, student }) {
      const mail = await academy.mail.waitFor(student.email, askedAt)
      await page.goto(linkIn(mail, '/auth/recover-account'))
      await page.getByRole('heading', { name: 'החשבון שוחזר' }).waitFor()
    },
  },
  at('not-found', '/nothing-here'),
]

/** What a signed-in student sees. */
export const STUDENT_SCREENS: readonly Screen[] = [
  {
    name: 'dashboard-empty',
    async show({ page }) {
      await page.goto('/dashboard')
      await page.getByText('עוד לא התחלתם קורס').waitFor()
    },
  },
  {
    name: 'lesson',
    async show({ page, course }) {
      await page.goto(lessonAddress(course, 0))
      await page.getByRole('button', { name: 'סימון השיעור כהושלם' }).click()
      await page.getByText('השיעור הושלם', { exact: true }).waitFor()
      await page.goto(lessonAddress(course, 1))
      await page.locator('video').waitFor()
      await playUntil(page, 12)
      await page.locator('video').evaluate((video: HTMLVideoElement) => video.pause())
    },
  },
  {
    name: 'lesson-transcript',
    windowOnly: true,
    async show({ page, course }) {
      await openPart(page, course, 'תמליל')
      await page.getByRole('textbox', { name: 'חיפוש בתמליל' }).fill('ריבית')
      await page.locator('mark[data-shown]').waitFor()
    },
  },
  {
    name: 'lesson-notes-empty',
    windowOnly: true,
    async show({ page, course }) {
      await openPart(page, course, 'הערות')
      await page.getByText(/עוד לא כתבתם הערות/).waitFor()
    },
  },
  {
    name: 'lesson-notes',
    windowOnly: true,
    async show({ page, course }) {
      await openPart(page, course, 'הערות')
      for (const text of ['הריבית מחושבת על מה שנצבר, לא רק על הקרן.', 'לבדוק אצלי: דמי ניהול 0.5% מ־₪1,000.']) {
        await page.getByRole('textbox', { name: /הערה חדשה/ }).fill(text)
        await page.getByRole('button', { name: 'לשמור הערה' }).click()
      }
      await page.getByText('ההערות נשמרו').waitFor()
    },
  },
  {
    name: 'lesson-lessons',
    windowOnly: true,
    async show({ page, course }) {
      await openPart(page, course, 'שיעורים')
      await page
        .getByText(/נצפו \d+%/)
        .first()
        .waitFor()
    },
  },
  {
    name: 'lesson-reset',
    windowOnly: true,
    async show({ page, course }) {
      await openPart(page, course, 'שיעורים')
      await page.getByRole('button', { name: 'להתחיל את הקורס מחדש' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'lesson-question',
    windowOnly: true,
    async show({ page, course }) {
      await page.goto(lessonAddress(course, 1))
      await page.getByRole('button', { name: 'לא הבנתי' }).click()
      await page.getByRole('textbox', { name: 'השאלה שלכם' }).fill('למה הריבית בשנה השנייה גדולה יותר?')
    },
  },
  {
    name: 'lesson-question-sent',
    windowOnly: true,
    async show({ page, course }) {
      await page.goto(lessonAddress(course, 1))
      await page.getByRole('button', { name: 'לא הבנתי' }).click()
      await page.getByRole('textbox', { name: 'השאלה שלכם' }).fill('למה הריבית בשנה השנייה גדולה יותר?')
      await page.getByRole('button', { name: 'לשלוח את השאלה' }).click()
      await page.getByRole('dialog', { name: 'השאלה נשלחה' }).waitFor()
    },
  },
  {
    name: 'lesson-end',
    windowOnly: true,
    async show({ page, course }) {
      await page.goto(lessonAddress(course, 1))
      await videoIsThere(page)
      await playTheEnd(page)
      await page.getByText('סוף השיעור').waitFor()
    },
  },
  {
    name: 'player-help',
    windowOnly: true,
    wideOnly: true,
    async show({ page, course }) {
      await page.goto(lessonAddress(course, 1))
      await page.getByRole('button', { name: 'קיצורי מקלדת' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  ...PLAYER_SCREENS,
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
  ...ACCOUNT_SCREENS,
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
]
