import { linkIn } from '../mailbox.ts'
import { askForAddress, beginSetup, openSecurity, pretendOldSignIn, setUpApp } from '../security.ts'
import { askForLink, newStudent, registerAndEnter, type Student } from '../student.ts'
import { totpCode } from '../totp.ts'
import type { Screen } from './stage.ts'

/** Somebody with an authenticator app, on the stranger's browser: signing in there changes nothing for the others. */
let careful: Student

/** The security of one's own account: address, second step, devices. */
export const ACCOUNT_SCREENS: readonly Screen[] = [
  {
    name: 'security',
    async show({ page }) {
      await openSecurity(page)
    },
  },
  {
    name: 'security-email-errors',
    async show({ page }) {
      await openSecurity(page)
      await askForAddress(page, 'dana@')
    },
  },
  {
    name: 'fresh-sign-in',
    windowOnly: true,
    async show({ page, student }) {
      await pretendOldSignIn(page, 'begin_email_change')
      await openSecurity(page)
      await askForAddress(page, `new.${student.email}`)
      await page.getByRole('dialog').getByText('שלחנו קוד בן שש ספרות').waitFor()
    },
  },
  {
    name: 'security-email-pending',
    async show({ page, student }) {
      await openSecurity(page)
      await askForAddress(page, `new.${student.email}`)
      await page.getByText('עוד לא אישרתם אף אחת מהכתובות.').waitFor()
    },
  },
  {
    name: 'email-link-confirm',
    async show({ stranger, academy, student }) {
      await stranger.goto(linkIn(await academy.mail.waitFor(`new.${student.email}`), '/auth/callback'))
      await stranger.getByRole('button', { name: 'לאשר את ההחלפה' }).waitFor()
      return stranger
    },
  },
  {
    name: 'email-link-half',
    async show({ stranger }) {
      await stranger.getByRole('button', { name: 'לאשר את ההחלפה' }).click()
      await stranger.getByRole('heading', { name: 'כתובת אחת מתוך שתיים אושרה' }).waitFor()
      return stranger
    },
  },
  {
    name: 'security-email-half',
    async show({ page }) {
      await openSecurity(page)
      await page.getByText('אחת משתי הכתובות אושרה').waitFor()
    },
  },
  {
    name: 'security-email-cancelled',
    async show({ page }) {
      await page.getByRole('button', { name: 'לבטל את ההחלפה' }).click()
      await page.getByText('ההחלפה בוטלה').waitFor()
    },
  },
  {
    name: 'security-setup',
    async show({ stranger, academy }) {
      careful = await registerAndEnter(stranger, academy, newStudent())
      await openSecurity(stranger)
      await beginSetup(stranger)
      return stranger
    },
  },
  {
    name: 'two-step',
    async show({ stranger, academy }) {
      await openSecurity(stranger)
      const secret = await setUpApp(stranger)
      await stranger.evaluate(() => localStorage.clear())
      const link = linkIn(await askForLink(stranger, academy, careful), '/auth/callback')
      await stranger.goto(link)
      await stranger.getByRole('heading', { name: 'עוד שלב אחד' }).waitFor()
      await stranger.getByLabel('קוד מאפליקציית האימות').fill(totpCode(secret, 0))
      await stranger.getByText('הקוד אינו נכון').waitFor()
      return stranger
    },
  },
  {
    name: 'security-devices',
    async show({ page, stranger }) {
      await stranger.evaluate(() => localStorage.clear())
      await openSecurity(page)
    },
  },
]
