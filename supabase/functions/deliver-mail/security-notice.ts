import { entryOf, type KindOf } from '../_shared/kinds.ts'
import type { Academy } from '../_shared/mail-academy.ts'
import { type ComposedMail, layoutMail } from '../_shared/mail-layout.ts'
import type { Line, Run } from '../_shared/mail-parts.ts'
import { deviceRuns, formatMoment } from '../_shared/mail-words.ts'

type Event = Partial<Record<'at' | 'browser' | 'system' | 'network' | 'from' | 'to', string>> & { left?: number }
type Notice = {
  title: string
  /** What happened, up to the events themselves. */
  lead: string
  /** What one event says beside its time. */
  event?: (event: Event) => Run[]
  /** What the press does beside ending all sessions; may depend on what the mail can give back. */
  press?: string
}

const ROLES: Record<KindOf<'roles.name'>, string> = {
  super_admin: 'הנהלה ראשית',
  admin: 'ניהול',
  analyst: 'ניתוח נתונים',
  marketing: 'שיווק',
}
const role = (name = ''): Run => entryOf(ROLES, name) ?? { ltr: name }
const ltr = (text: string | undefined, before = '', after = ''): Run[] => (text ? [before, { ltr: text }, after] : [])

const codesLeft = (left: number): string =>
  left === 0 ? 'לא נשארו קודים' : left === 1 ? 'נשאר קוד אחד' : `נשארו ${left} קודים`

const device = (event: Event): Run[] => [...deviceRuns(event), ...ltr(event.network, ', מהרשת ')]

const NOTICES: Record<Exclude<KindOf<'security_notices.kind'>, 'staff_closed'>, Notice> = {
  new_device: {
    title: 'כניסה ממכשיר חדש',
    lead: 'נכנסו לחשבון שלכם ממכשיר שלא נכנסו ממנו קודם: ',
    event: device,
  },
  email_change_begun: {
    title: 'התבקשה החלפה של כתובת האימייל',
    lead: 'ביקשו להחליף את כתובת האימייל של החשבון. בלי אישור מהכתובת הזאת ההחלפה לא נכנסת לתוקף: ',
    event: ({ to }) => ltr(to, 'לכתובת '),
    press: 'ההחלפה תבוטל.',
  },
  email_changed: {
    title: 'כתובת האימייל הוחלפה',
    lead: 'כתובת האימייל של החשבון הוחלפה: ',
    event: ({ from, to }) => [...ltr(from, 'במקום '), ...ltr(to, 'לכתובת ')],
    press: 'הכתובת הזאת תחזור להיות הכתובת של החשבון.',
  },
  phone_changed: {
    title: 'מספר הטלפון הוחלף',
    lead: 'מספר הטלפון של החשבון השתנה: ',
    event: ({ from, to }) => (to ? ltr(from, 'מ־', ' ל־').concat(ltr(to)) : ltr(from, 'הוסר המספר ')),
    press: 'המספר הקודם יוחזר.',
  },
  second_step_joined: {
    title: 'נוסף שלב שני לכניסה',
    lead: 'אפליקציית אימות חוברה לחשבון, ומעכשיו כל כניסה מבקשת גם קוד ממנה: ',
    press: 'אם האפליקציה חוברה ביממה האחרונה, היא תוסר.',
  },
  second_step_removed: {
    title: 'השלב השני בכניסה הוסר',
    lead: 'אפליקציית האימות נותקה מהחשבון, והכניסה כבר לא מבקשת קוד ממנה: ',
    press: 'אחרי כניסה מחדש כדאי לחבר את האפליקציה שוב.',
  },
  recovery_code_used: {
    title: 'נכנסו לחשבון עם קוד גיבוי',
    lead: 'במקום הקוד מאפליקציית האימות הוקלד בכניסה לחשבון אחד מקודי הגיבוי: ',
    event: ({ left }) => [codesLeft(left ?? 0)],
    press: 'גם קודי הגיבוי שנשארו יפסיקו לפעול. האפליקציה עצמה נשארת מחוברת.',
  },
  recovery_codes_made: {
    title: 'הופקו קודי גיבוי חדשים',
    lead: 'הופקו עשרה קודי גיבוי חדשים לכניסה לחשבון, והקודמים כבר לא תקפים: ',
    press: 'גם קודי הגיבוי החדשים יפסיקו לפעול. האפליקציה עצמה נשארת מחוברת.',
  },
  role_changed: {
    title: 'התפקיד שלכם בצוות השתנה',
    lead: 'התפקיד שלכם במערכת הניהול של האקדמיה השתנה: ',
    event: ({ from, to }) => ['מ', role(from), ' ל', role(to)],
    press: 'התפקיד עצמו לא ישתנה: דברו עם מי שמנהל את הצוות.',
  },
  staff_reopened: {
    title: 'חשבון הניהול נפתח מחדש',
    lead: 'הגישה שלכם למערכת הניהול של האקדמיה נפתחה מחדש: ',
  },
}

const UNDONE: Record<string, string> = {
  email: 'הכתובת הקודמת הוחזרה.',
  email_change: 'ההחלפה של כתובת האימייל בוטלה.',
  phone: 'מספר הטלפון הקודם הוחזר.',
  second_step: 'אפליקציית האימות שחוברה הוסרה.',
  recovery_codes: 'קודי הגיבוי כבר לא תקפים.',
  deletion: 'הבקשה למחוק את החשבון בוטלה.',
}
const REMAINING: Record<string, string> = {
  email: 'את כתובת האימייל הקודמת לא הצלחנו להחזיר, כי היא כבר רשומה בחשבון אחר.',
  phone: 'את מספר הטלפון הקודם לא הצלחנו להחזיר, כי הוא כבר רשום בחשבון אחר.',
  second_step: 'אפליקציית האימות חוברה לפני יותר מיממה, ולכן היא נשארה.',
}

const ENDS_ALL = 'הלחיצה פותחת דף שבו מאשרים. אחרי האישור יוצאים מהחשבון בכל המכשירים, וכל קישור שנשלח מפסיק לפעול.'

/**
 * Sets a mail about the security of an account from its `content`: what happened, when, and the way to say that it was
 * somebody else.
 * @throws an error for an event that has no look
 */
export function securityNotice(content: Record<string, unknown>, academy: Academy): ComposedMail {
  const what = String(content.what)
  const events = (Array.isArray(content.events) ? content.events : []) as Event[]
  if (what === 'staff_closed') return staffClosed(events, academy)
  if (what === 'account_secured') return secured(content, academy)
  if (what === 'address_given_back') return givenBack(events, academy)
  const notice = entryOf(NOTICES, what)
  if (!notice) throw new Error(`No look for security notices about ${what}`)
  const { title, lead, press = '' } = notice
  const times = Number(content.times ?? 1)
  const restores = !['email_changed', 'phone_changed'].includes(what) || content.gives_back === true
  return layoutMail({
    title,
    preview: `${title}. לא אתם? אפשר לעצור את זה מכאן.`,
    lead: [
      lead,
      ...events.flatMap((event, at): Run[] => [...(at ? ['; '] : []), ...told(event, notice)]),
      '.',
      ...(times > events.length ? [` בסך הכול ${times} פעמים מאז האימייל הקודם.`] : []),
    ],
    button: {
      text: 'זה לא הייתי אני',
      href: `${academy.siteUrl}/auth/not-me?token=${encodeURIComponent(String(content.token))}`,
    },
    note: `זה הייתם אתם? אין צורך לעשות דבר. ${ENDS_ALL}${restores && press ? ` ${press}` : ''}`,
    footer: [
      'הקישור תקף לשבעה ימים ולשימוש אחד, ואינו מכניס לחשבון. אימיילים על אבטחת החשבון נשלחים לכל מי שיש לו חשבון באקדמיה.',
    ],
    academy,
  })
}

function told(event: Event, { event: words }: Notice): Run[] {
  const lines = words?.(event) ?? []
  return [...lines, lines.length ? ', ' : '', when(event)]
}
const when = ({ at }: Event) => formatMoment(new Date(at ?? Number.NaN))

function staffClosed(events: Event[], academy: Academy): ComposedMail {
  return layoutMail({
    title: 'חשבון הניהול נסגר',
    preview: 'הגישה שלכם למערכת הניהול של האקדמיה נסגרה.',
    lead: `הגישה שלכם למערכת הניהול של האקדמיה נסגרה, ${events.map(when).join('; ')}. יצאתם ממנה בכל המכשירים.`,
    button: { text: 'לעמוד יצירת הקשר', href: `${academy.siteUrl}/contact` },
    note: 'לא ציפיתם לזה? דברו עם מי שמנהל את הצוות.',
    footer: 'האימייל נשלח לכל מי שהגישה שלו לניהול נסגרה.',
    academy,
  })
}

const list = (value: unknown, words: Record<string, string>): string[] =>
  (Array.isArray(value) ? value : []).map((key) => words[String(key)] ?? '').filter(Boolean)

function secured(content: Record<string, unknown>, academy: Academy): ComposedMail {
  const remaining = list(content.remaining, REMAINING)
  const lead: Line = [
    'הודעתם לנו שזה לא הייתם אתם. יצאנו מהחשבון בכל המכשירים, וכל קישור וקוד שנשלחו קודם כבר לא תקפים.',
    ...list(content.undone, UNDONE).map((line) => ` ${line}`),
    ...remaining.map((line) => ` ${line}`),
  ]
  return layoutMail({
    title: 'החשבון אובטח',
    preview: 'יצאנו מהחשבון בכל המכשירים.',
    lead,
    button: { text: 'להיכנס מחדש', href: `${academy.siteUrl}${content.is_staff === true ? '/admin/login' : '/login'}` },
    note: 'כדאי לבדוק גם את תיבת האימייל עצמה: מי שקורא אותה יכול לבקש ממנה קישור כניסה.',
    footer: remaining.length
      ? ['נשאר משהו לא במקום? כתבו לנו: ', { ltr: `${academy.siteUrl}/contact` }]
      : ['לא לחצתם על כלום? כתבו לנו: ', { ltr: `${academy.siteUrl}/contact` }],
    academy,
  })
}

function givenBack(events: Event[], academy: Academy): ComposedMail {
  return layoutMail({
    title: 'הכתובת של החשבון הוחזרה',
    preview: 'הכתובת הזאת כבר לא הכתובת של החשבון.',
    lead: `מי שקורא את הכתובת הקודמת של החשבון הודיע שההחלפה לא הייתה שלו, ${events.map(when).join('; ')}. החשבון חזר לכתובת הקודמת, והכתובת הזאת כבר לא רשומה בו.`,
    button: { text: 'לכתוב לנו', href: `${academy.siteUrl}/contact` },
    note: 'החשבון שלכם, ואתם החלפתם את הכתובת? כתבו לנו ונבדוק.',
    footer: 'האימייל נשלח כי הכתובת הזאת הייתה רשומה בחשבון באקדמיה.',
    academy,
  })
}
