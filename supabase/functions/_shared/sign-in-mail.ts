import type { KindOf } from './kinds.ts'
import type { Academy } from './mail-academy.ts'
import type { MailContent } from './mail-layout.ts'
import type { Line, Run } from './mail-parts.ts'

/** What a mail of signing in says beside its fixed words. In templates these are the variables of the sign-in service. */
export type SignInValues = {
  email: string
  newEmail: string
  code: string
  /** The address of the button; it carries the token. */
  href: (linkType: string) => string
  /** The end of the sentence that says why the mail came: when and from what device, and the full stop. */
  asked: Run[]
  academy: Academy
  /** What an invitation says: the role, the end of the sentence with who invites, and until when it holds. */
  invited: { as: string; by: string; until: string }
  /** The words for whom the mail goes to: somebody invited, whose link is that of the invitation, a member of the staff, anybody else. */
  byReader: (invited: string, staff: string, others: string) => string
}

/** Words that are fixed, or depend on what a mail says. */
type Words = string | ((values: SignInValues) => string)
type SignInMail = {
  title: Words
  preview: Words
  lead: (values: SignInValues) => Line
  /** `type` of the link, which says what its token is for. */
  linkType: string
  button: Words
  /** Before the code. */
  codeLead: Words
  /** After how long link and code live. */
  note?: string
  footer: (values: SignInValues) => Line[]
}

export type SignInMailKind = Exclude<KindOf<'mail.outbox.kind'>, 'reauthentication'>

const STAFF_TITLE = 'הכניסה שלכם למערכת הניהול'
const STAFF_PREVIEW = 'הקישור והקוד שלכם למערכת הניהול. הקישור תקף ל־24 שעות.'
const OTHER_DEVICE = 'ביקשתם להיכנס ממכשיר אחר? הקלידו בו את הקוד:'
const INVITED_CODE = 'מסך ההזמנה כבר פתוח לפניכם? הקלידו בו את הקוד:'
const FOR_INVITED = 'האימייל נשלח כי הוזמנה לצוות האקדמיה הכתובת '
const FOR_STAFF = 'האימייל נשלח כי התבקשה כניסה למערכת הניהול עם הכתובת '
const NOT_INVITED = 'לא ציפיתם להזמנה? אפשר להתעלם ממנה: בלי הקישור או הקוד לא תיפתח שום גישה בשמכם.'
const NOT_STAFF =
  'לא אתם? אפשר להתעלם: בלי הקישור או הקוד אי אפשר להיכנס. אל תמסרו אותם לאיש, גם לא לאנשי צוות אחרים, וספרו על כך למנהל.'
const invitedLead = ({ invited, academy }: SignInValues) =>
  `הוזמנתם${invited.by} להצטרף לצוות של ${academy.name}, בתפקיד ״${invited.as}״. ההזמנה תקפה עד ${invited.until}.`
const invitedPreview = ({ invited }: SignInValues) =>
  `הוזמנתם לצוות האקדמיה, בתפקיד ״${invited.as}״. ההזמנה תקפה עד ${invited.until}.`
const staffLead = ({ academy }: SignInValues) => `לחיצה אחת, ואתם במערכת הניהול של ${academy.name}. אין סיסמה לזכור.`
const VALIDITY = 'הקישור תקף ל־24 שעות, הקוד ל־10 דקות, ושניהם לשימוש אחד.'

const MAILS: Record<SignInMailKind, SignInMail> = {
  magic_link: {
    title: ({ byReader }) => byReader('הוזמנתם להצטרף לצוות', STAFF_TITLE, 'הקישור שלכם לכניסה'),
    preview: (values) =>
      values.byReader(invitedPreview(values), STAFF_PREVIEW, 'הקישור והקוד שלכם לכניסה. הקישור תקף ל־24 שעות.'),
    lead: (values) =>
      values.byReader(invitedLead(values), staffLead(values), 'לחיצה אחת, וממשיכים מהמקום שבו עצרתם. אין סיסמה לזכור.'),
    linkType: 'email',
    button: ({ byReader }) => byReader('לקבל את ההזמנה', 'להיכנס למערכת הניהול', 'להיכנס לאקדמיה'),
    codeLead: ({ byReader }) => byReader(INVITED_CODE, OTHER_DEVICE, OTHER_DEVICE),
    footer: ({ byReader, email, asked }) => [
      [byReader(FOR_INVITED, FOR_STAFF, 'האימייל נשלח כי התבקשה כניסה לאקדמיה עם הכתובת '), { ltr: email }, ...asked],
      byReader(
        NOT_INVITED,
        NOT_STAFF,
        'לא אתם? אפשר להתעלם: בלי הקישור או הקוד אי אפשר להיכנס. אל תמסרו אותם לאיש, גם לא למי שמציג את עצמו כצוות האקדמיה.',
      ),
    ],
  },
  confirmation: {
    title: ({ byReader }) => byReader('הוזמנתם להצטרף לצוות', STAFF_TITLE, 'נשאר רק לאשר את האימייל'),
    preview: (values) =>
      values.byReader(
        invitedPreview(values),
        STAFF_PREVIEW,
        'עוד צעד אחד: מאשרים את האימייל ומתחילים ללמוד. הקישור תקף ל־24 שעות.',
      ),
    lead: (values) =>
      values.byReader(
        invitedLead(values),
        staffLead(values),
        'תודה שנרשמתם. אחרי האישור כל הקורסים פתוחים לפניכם, וההתקדמות שלכם נשמרת מהשנייה הראשונה.',
      ),
    linkType: 'email',
    button: ({ byReader }) => byReader('לקבל את ההזמנה', 'להיכנס למערכת הניהול', 'לאשר ולהיכנס'),
    codeLead: ({ byReader }) =>
      byReader(INVITED_CODE, OTHER_DEVICE, 'המסך שבו נרשמתם עדיין פתוח? אפשר להקליד בו את הקוד במקום ללחוץ:'),
    footer: ({ byReader, email, asked }) => [
      [byReader(FOR_INVITED, FOR_STAFF, 'האימייל נשלח כי נפתחה הרשמה לאקדמיה עם הכתובת '), { ltr: email }, ...asked],
      byReader(NOT_INVITED, NOT_STAFF, 'לא אתם? אין צורך לעשות דבר. בלי אישור החשבון לא ייפתח.'),
    ],
  },
  invite: {
    title: 'הוזמנתם להצטרף לצוות',
    preview: 'הוזמנתם למערכת הניהול של האקדמיה. הקישור תקף ל־24 שעות.',
    lead: ({ academy }) =>
      `הוזמנתם למערכת הניהול של ${academy.name}. מקבלים את ההזמנה בלחיצה, ומשם נדריך אתכם צעד אחר צעד.`,
    linkType: 'invite',
    button: 'לקבל את ההזמנה',
    codeLead: INVITED_CODE,
    note: 'פג התוקף? בקשו ממי שהזמין אתכם לשלוח הזמנה חדשה.',
    footer: ({ email }) => [['ההזמנה נשלחה אל ', { ltr: email }, ', ותקפה לכתובת הזאת בלבד.'], NOT_INVITED],
  },
  recovery: {
    title: 'חוזרים לחשבון שלכם',
    preview: 'הקישור והקוד שיחזירו אתכם לחשבון. הקישור תקף ל־24 שעות.',
    lead: () => 'ביקשתם עזרה בכניסה. הקישור הזה מכניס אתכם לחשבון, וההתקדמות והסימניות מחכות שם כמו שהשארתם אותן.',
    linkType: 'recovery',
    button: 'להיכנס לחשבון',
    codeLead: 'ביקשתם את העזרה ממכשיר אחר? הקלידו בו את הקוד:',
    footer: ({ email, asked }) => [
      ['האימייל נשלח כי התבקש שחזור כניסה לחשבון של ', { ltr: email }, ...asked],
      'לא אתם? אפשר להתעלם: החשבון לא השתנה, ובלי הקישור או הקוד אי אפשר להיכנס אליו. אל תמסרו אותם לאיש.',
    ],
  },
  email_change: {
    title: 'אישור החלפת האימייל',
    preview: 'מאשרים את החלפת כתובת האימייל של החשבון. הקישור תקף ל־24 שעות.',
    lead: ({ email, newEmail }) => [
      'ביקשתם שכתובת האימייל של החשבון תהיה ',
      { ltr: newEmail },
      ' במקום ',
      { ltr: email },
      '. כדי לשמור על החשבון מאשרים משתי הכתובות, וההחלפה נכנסת לתוקף אחרי האישור השני.',
    ],
    linkType: 'email_change',
    button: 'לאשר את ההחלפה',
    codeLead: 'מסך ההחלפה עדיין פתוח לפניכם? הקלידו בו את הקוד:',
    footer: ({ email, asked }) => [
      ['האימייל נשלח כי התבקשה החלפת כתובת בחשבון של ', { ltr: email }, ...asked],
      'לא אתם? אל תאשרו ואל תמסרו את הקוד, והכתובת תישאר כשהייתה. כדאי גם לכתוב לנו מעמוד יצירת הקשר באתר.',
    ],
  },
}

/** The mail of a kind, ready for the layout: the link leads to our own page, which redeems it ([7-07]). */
export function signInMail(kind: SignInMailKind, values: SignInValues): MailContent {
  const mail = MAILS[kind]
  const said = (words: Words) => (typeof words === 'string' ? words : words(values))
  return {
    title: said(mail.title),
    preview: said(mail.preview),
    lead: mail.lead(values),
    footer: { lines: mail.footer(values) },
    button: { text: said(mail.button), href: values.href(mail.linkType) },
    code: { lead: said(mail.codeLead), digits: values.code },
    note: [VALIDITY, mail.note].filter(Boolean).join(' '),
    academy: values.academy,
  }
}
