import { BUILT_IN_NAME } from '../functions/_shared/mail-academy.ts'
import type { MailContent } from '../functions/_shared/mail-layout.ts'
import type { Line, Run } from '../functions/_shared/mail-parts.ts'

type SignInMail = Pick<MailContent, 'title' | 'preview' | 'lead'> & {
  /** `type` of the link, which says what its token is for. */
  linkType: string
  button: string
  /** Before the code. */
  codeLead: string
  /** After how long link and code live. */
  note?: string
  footer: Line[]
}

const EMAIL = { ltr: '{{ .Email }}' }
/** Only the embedded server knows the settings; elsewhere the name stays the one that a new academy begins with. */
const ACADEMY = `{{ if .AcademyName }}{{ .AcademyName }}{{ else }}${BUILT_IN_NAME}{{ end }}`
/** Only the embedded server knows who asked; a project's mail ends its sentence before. */
const ASKED: Run[] = [
  '{{ if .RequestedAt }}, ב־',
  { ltr: '{{ .RequestedAt }}' },
  ' מהמכשיר ',
  { ltr: '{{ .RequestedFrom }}' },
  '{{ end }}.',
]
const VALIDITY = 'הקישור תקף ל־24 שעות, הקוד ל־10 דקות, ושניהם לשימוש אחד.'

/** The mails of the sign-in service by the name of their template, with the service's own variables. */
const MAILS: Record<string, SignInMail> = {
  'magic-link': {
    title: 'הקישור שלכם לכניסה',
    preview: 'הקישור והקוד שלכם לכניסה. הקישור תקף ל־24 שעות.',
    lead: 'לחיצה אחת, וממשיכים מהמקום שבו עצרתם. אין סיסמה לזכור.',
    linkType: 'email',
    button: 'להיכנס לאקדמיה',
    codeLead: 'ביקשתם להיכנס ממכשיר אחר? הקלידו בו את הקוד:',
    footer: [
      ['האימייל נשלח כי התבקשה כניסה לאקדמיה עם הכתובת ', EMAIL, ...ASKED],
      'לא אתם? אפשר להתעלם: בלי הקישור או הקוד אי אפשר להיכנס. אל תמסרו אותם לאיש, גם לא למי שמציג את עצמו כצוות האקדמיה.',
    ],
  },
  confirmation: {
    title: 'נשאר רק לאשר את האימייל',
    preview: 'עוד צעד אחד: מאשרים את האימייל ומתחילים ללמוד. הקישור תקף ל־24 שעות.',
    lead: 'תודה שנרשמתם. אחרי האישור כל הקורסים פתוחים לפניכם, וההתקדמות שלכם נשמרת מהשנייה הראשונה.',
    linkType: 'email',
    button: 'לאשר ולהיכנס',
    codeLead: 'המסך שבו נרשמתם עדיין פתוח? אפשר להקליד בו את הקוד במקום ללחוץ:',
    footer: [
      ['האימייל נשלח כי נפתחה הרשמה לאקדמיה עם הכתובת ', EMAIL, ...ASKED],
      'לא אתם? אין צורך לעשות דבר. בלי אישור החשבון לא ייפתח.',
    ],
  },
  invite: {
    title: 'הוזמנתם להצטרף לצוות',
    preview: 'הוזמנתם למערכת הניהול של האקדמיה. הקישור תקף ל־24 שעות.',
    lead: `הוזמנתם למערכת הניהול של ${ACADEMY}. מקבלים את ההזמנה בלחיצה, ומשם נדריך אתכם צעד אחר צעד.`,
    linkType: 'invite',
    button: 'לקבל את ההזמנה',
    codeLead: 'מסך ההזמנה כבר פתוח לפניכם? הקלידו בו את הקוד:',
    note: 'פג התוקף? בקשו ממי שהזמין אתכם לשלוח הזמנה חדשה.',
    footer: [
      ['ההזמנה נשלחה אל ', EMAIL, ', ותקפה לכתובת הזאת בלבד.'],
      'לא ציפיתם להזמנה? אפשר להתעלם ממנה: בלי הקישור או הקוד לא תיפתח שום גישה בשמכם.',
    ],
  },
  recovery: {
    title: 'חוזרים לחשבון שלכם',
    preview: 'הקישור והקוד שיחזירו אתכם לחשבון. הקישור תקף ל־24 שעות.',
    lead: 'ביקשתם עזרה בכניסה. הקישור הזה מכניס אתכם לחשבון, וההתקדמות והסימניות מחכות שם כמו שהשארתם אותן.',
    linkType: 'recovery',
    button: 'להיכנס לחשבון',
    codeLead: 'ביקשתם את העזרה ממכשיר אחר? הקלידו בו את הקוד:',
    footer: [
      ['האימייל נשלח כי התבקש שחזור כניסה לחשבון של ', EMAIL, ...ASKED],
      'לא אתם? אפשר להתעלם: החשבון לא השתנה, ובלי הקישור או הקוד אי אפשר להיכנס אליו. אל תמסרו אותם לאיש.',
    ],
  },
  'email-change': {
    title: 'אישור החלפת האימייל',
    preview: 'מאשרים את החלפת כתובת האימייל של החשבון. הקישור תקף ל־24 שעות.',
    lead: [
      'ביקשתם שכתובת האימייל של החשבון תהיה ',
      { ltr: '{{ .NewEmail }}' },
      ' במקום ',
      EMAIL,
      '. כדי לשמור על החשבון מאשרים משתי הכתובות, וההחלפה נכנסת לתוקף אחרי האישור השני.',
    ],
    linkType: 'email_change',
    button: 'לאשר את ההחלפה',
    codeLead: 'מסך ההחלפה עדיין פתוח לפניכם? הקלידו בו את הקוד:',
    footer: [
      ['האימייל נשלח כי התבקשה החלפת כתובת בחשבון של ', EMAIL, ...ASKED],
      'לא אתם? אל תאשרו ואל תמסרו את הקוד, והכתובת תישאר כשהייתה. כדאי גם לכתוב לנו מעמוד יצירת הקשר באתר.',
    ],
  },
}

/** What the layout makes a mail of: the link leads to our own page, which redeems it ([7-07]). */
export const signInMails: [name: string, content: MailContent][] = Object.entries(MAILS).map(([name, mail]) => [
  name,
  {
    title: mail.title,
    preview: mail.preview,
    lead: mail.lead,
    footer: { lines: mail.footer },
    button: {
      text: mail.button,
      href: `{{ .SiteURL }}/auth/callback?token_hash={{ .TokenHash }}&type=${mail.linkType}&to={{ .RedirectTo }}`,
    },
    code: { lead: mail.codeLead, digits: '{{ .Token }}' },
    note: [VALIDITY, mail.note].filter(Boolean).join(' '),
    academy: { name: ACADEMY, address: null, siteUrl: '{{ .SiteURL }}' },
  },
])
