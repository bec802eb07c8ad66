import type { Academy } from '../_shared/mail-academy.ts'
import { type ComposedMail, layoutMail } from '../_shared/mail-layout.ts'
import { formatMoment } from '../_shared/mail-words.ts'

/** The mail with which a member of the staff tries the mail server. */
export function testMail(academy: Academy, at: Date): ComposedMail & { subject: string } {
  const subject = `הודעת בדיקה · ${academy.name}`
  return {
    subject,
    ...layoutMail({
      title: 'ההודעה הגיעה',
      preview: 'שרת האימייל מקבל את ההודעות של האקדמיה.',
      lead: `כך נראות ההודעות של האקדמיה אצל מי שמקבלים אותן. ההודעה נשלחה ב־${formatMoment(at)}.`,
      button: { text: 'לדף ההגדרות', href: `${academy.siteUrl}/admin/settings` },
      note: 'אם היא הגיעה לתיקיית הספאם, בודקים את הרשומות SPF,‏ DKIM ו־DMARC של הדומיין.',
      footer: 'ההודעה נשלחה אליכם כי ביקשתם אותה בדף ההגדרות של אזור הצוות.',
      academy,
    }),
  }
}
