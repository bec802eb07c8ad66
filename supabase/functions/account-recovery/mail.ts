import { deviceOf } from '../_shared/device.ts'
import type { Academy } from '../_shared/mail-academy.ts'
import { layoutMail } from '../_shared/mail-layout.ts'
import { formatMoment, fromDevice } from '../_shared/mail-words.ts'

export type RecoveryMail = { subject: string; html: string; text_body: string }

/** Who asked: never shown but in words of our own list. */
export type Asked = { userAgent: string | null; at: Date }

/** The mail with a recovery link, valid 24 hours and once ([9-05]). It says who asked and what happens without a click. */
export function recoveryMail(link: string, academy: Academy, asked: Asked): RecoveryMail {
  const title = 'שחזור הגישה לחשבון'
  return {
    subject: `${title} · ${academy.name}`,
    ...layoutMail({
      title,
      preview: 'קישור לשחזור הגישה לחשבון. תקף ל־24 שעות, ולשימוש אחד.',
      lead: 'התבקש שחזור של החשבון לפי מספר הטלפון. החשבון רשום על כתובת האימייל הזאת, ובלחיצה אחת אפשר לאמת זאת ולהיכנס.',
      button: { text: 'לשחזר את הגישה', href: link },
      note: 'הקישור תקף ל־24 שעות, ולשימוש אחד.',
      footer: {
        lines: [
          ['הבקשה הגיעה ב־', formatMoment(asked.at), ...fromDevice(deviceOf(asked.userAgent)), '.'],
          'לא אתם ביקשתם? אפשר להתעלם: בלי הקישור שום דבר לא משתנה. אל תמסרו אותו לאיש.',
        ],
      },
      academy,
    }),
  }
}
