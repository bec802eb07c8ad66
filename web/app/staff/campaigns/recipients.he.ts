import type { KindOf } from '~/shared/config/kinds'

/** Who gets a campaign, and what became of each. */
export const recipientsText = {
  title: 'נמענים',
  search: '',
  states: {
    waiting: 'ממתין',
    sending: 'נשלח עכשיו',
    sent: 'נמסר לשרת הדואר',
    failed: 'נכשל',
    refused: 'שרת הדואר סירב',
    bounced: 'חזר',
    skipped: 'לא נשלח',
    unconfirmed: 'בלי אישור',
  } satisfies Record<KindOf<'campaign_recipients.state'>, string>,
  columns: { name: 'שם', email: 'כתובת', state: 'מצב', reason: 'סיבה', settled_at: 'מתי', read_at: 'נקרא באקדמיה' },
  filters: {
    state: {
      title: 'מצב',
      any: 'בכל מצב',
      values: {
        waiting: 'ממתינים',
        sending: 'נשלחים עכשיו',
        sent: 'נמסרו',
        failed: 'נכשלו',
        refused: 'סורבו',
        bounced: 'חזרו',
        skipped: 'לא נשלחו',
        unconfirmed: 'בלי אישור',
      } satisfies Record<KindOf<'campaign_recipients.state'>, string>,
    },
  },
  reasons: {
    closed: 'החשבון סגור',
    unverified: 'הכתובת לא אומתה',
    leaving: 'החשבון לקראת מחיקה',
    'no consent': 'לא הסכימו לדיוור',
    suppressed: 'הכתובת ברשימת החסימה',
    muted: 'בחרו לא לקבל הודעות כאלה',
    cancelled: 'השליחה בוטלה',
    'no longer so': 'השיעור הושלם בינתיים',
    'the sender ended': 'השרת נעצר באמצע השליחה',
  } as Readonly<Record<string, string>>,
  nextTry: (moment: string) => `ניסיון נוסף ב־${moment}`,
  nameless: 'בלי שם',
  never: '—',
  empty: 'אין נמענים',
  emptyLead: 'הנמענים נרשמים כשההודעה יוצאת לדרך.',
  back: 'להודעה',
} as const

/** How many recipients a filter finds. */
export const countedRecipients = { one: 'נמען אחד', two: 'שני נמענים', other: '# נמענים' } as const
