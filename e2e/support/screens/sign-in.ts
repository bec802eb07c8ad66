import { linkIn } from '../mailbox.ts'
import { askForLink, fillInRegistration, newStudent, type Student } from '../student.ts'
import { at, type Screen } from './stage.ts'

/** When recovery was asked for last, in ms since 1970; its mail is the one that came after. */
let askedAt = 0

const conflicting = (student: Student): Student => ({ ...newStudent(), phone: student.phone })

/**
 * Signing in, registering, verifying and recovering. The order matters for the mail limits: one mail of a kind an
 * address and minute.
 */
export const SIGN_IN_SCREENS: readonly Screen[] = [
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
      await page.getByText('האימייל נמסר לשרת האימייל').waitFor()
      await page.locator('summary', { hasText: 'למה זה לא הגיע?' }).click()
      return undefined
    },
  },
  {
    name: 'callback-confirm',
    async show({ stranger, academy, student }) {
      await stranger.goto(linkIn(await academy.mail.waitFor(student.email, 0, '/auth/callback'), '/auth/callback'))
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
      await page.getByText('סירב לקבל את האימייל').waitFor()
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
      await page.getByRole('heading', { name: 'בדקו את תיבת האימייל' }).waitFor()
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
]
