import type { KindOf } from '~/shared/config/kinds'

/** Campaigns: the list, the record and what became of each recipient. */
export const campaignsText = {
  title: 'הודעות ודיוור',
  search: 'שם או נושא',
  back: 'לכל ההודעות',
  failed: 'ההודעה לא נטענה',
  notFound: 'אין הודעה כזאת',
  kinds: { service: 'הודעת שירות', marketing: 'דיוור' } satisfies Record<KindOf<'campaigns.kind'>, string>,
  kindHints: {
    service: 'מגיעה לכל מי שנמצא, גם בלי הסכמה לדיוור. רק למידע שנוגע לחשבון או ללימודים.',
    marketing: 'מגיעה רק למי שהסכימו לדיוור, עם המילה "פרסומת" בנושא ועם קישור להסרה.',
  } satisfies Record<KindOf<'campaigns.kind'>, string>,
  states: {
    draft: 'טיוטה',
    scheduled: 'מתוזמנת',
    sending: 'נשלחת',
    paused: 'מושהית',
    cancelled: 'בוטלה',
    done: 'נשלחה',
  } satisfies Record<KindOf<'campaigns.state'>, string>,
  automaticStates: { on: 'פועלת', off: 'כבויה' },
  occasions: {
    welcome: 'ברוכים הבאים',
    unfinished: 'שיעור שלא הושלם',
    certificate: 'תעודה',
    review: 'חזרה על שאלות',
  } satisfies Record<KindOf<'campaigns.occasion'>, string>,
  columns: { name: 'שם', kind: 'סוג', state: 'מצב', reach: 'נשלחו', created_at: 'נכתבה' },
  filters: {
    state: {
      title: 'מצב',
      any: 'בכל מצב',
      values: {
        draft: 'טיוטות',
        scheduled: 'מתוזמנות',
        sending: 'נשלחות',
        paused: 'מושהות',
        cancelled: 'בוטלו',
        done: 'נשלחו',
      } satisfies Record<KindOf<'campaigns.state'>, string>,
    },
    kind: {
      title: 'סוג',
      any: 'כל הסוגים',
      values: { service: 'הודעות שירות', marketing: 'דיוור', automatic: 'אוטומטיות' },
    },
  },
  empty: 'עוד לא נכתבו הודעות',
  emptyLead: 'כותבים הודעה, בוחרים למי היא מיועדת, ושולחים אותה עכשיו או במועד אחר.',
  suppressions: 'כתובות חסומות',
  create: 'הודעה חדשה',
  createLead: 'השם נועד לצוות בלבד. הנמענים רואים את הנושא.',
  createDone: 'להתחיל לכתוב',
  cancel: 'חזרה',
  nameMissing: 'נותנים לה שם של עד 120 תווים.',
  copy: 'לשכפל',
  copyName: (name: string) => `${name} (עותק)`,
  labels: {
    name: 'שם לצוות',
    kind: 'סוג ההודעה',
    subject: 'נושא',
    body: 'תוכן',
    audience: 'למי',
    in_academy: 'להציג גם באקדמיה, בדף ההודעות של הסטודנט',
    per_minute: 'כמה לשלוח בדקה',
    quiet_from: 'שעות שקטות מ־',
    quiet_to: 'עד',
    after_days: 'אחרי כמה ימים',
  },
  variables: 'אפשר לשלב {{first_name|שלום}}: השם הפרטי, ומה שאחרי הקו למי שאין לו שם. כך גם {{last_name}}.',
  occasionVariables: 'בהודעה אוטומטית אפשר לשלב גם {{course}}, {{lesson}} ו־{{count}}.',
  quietHint: 'לפי השעון בישראל. בלי שעות שולחים בכל שעה.',
  problems: {
    CAMPAIGN_INVALID: 'הערך לא תקין. בודקים אורך, ושכל {{משתנה}} כתוב כמו בדוגמה.',
    AUDIENCE_INVALID: 'אחד התנאים לא שלם.',
  },
  preview: 'כך היא תגיע',
  light: 'בהיר',
  dark: 'כהה',
  phone: 'טלפון',
  desktop: 'מחשב',
  sample: { first_name: 'נועה', last_name: 'לוי' },
  /** What an automatic message knows besides; they are only seen in the preview. */
  sampleOfOccasion: { course: 'יסודות ההשקעה', lesson: 'ריבית דריבית', count: 3 },
  recipients: 'הנמענים',
  openRecipients: 'לרשימת הנמענים',
  by: (name: string) => `נכתבה בידי ${name}`,
  saveFirst: 'יש שינויים שלא נשמרו. שומרים אותם ואז שולחים.',
} as const

/** How many campaigns a filter finds. */
export const countedCampaigns = { one: 'הודעה אחת', two: 'שתי הודעות', other: '# הודעות' } as const

/** What the database refuses, in words. */
export const campaignErrors: Readonly<Record<string, string>> = {
  CAMPAIGN_NOT_DRAFT: 'ההודעה כבר נשלחת, ואי אפשר לשנות אותה.',
  CAMPAIGN_CHANGED: 'מישהו שינה את ההודעה בינתיים. טוענים אותה שוב ובודקים.',
  CAMPAIGN_STATE: 'מצב ההודעה השתנה בינתיים, והפעולה כבר לא אפשרית.',
  CAMPAIGN_INVALID: 'חסרים נושא, תוכן או מועד תקין.',
  AUDIENCE_CHANGED: 'מספר הנמענים השתנה מאז הספירה. סופרים שוב ומאשרים את המספר החדש.',
  AUDIENCE_EMPTY: 'אין אף נמען שיכול לקבל את ההודעה.',
  AUDIENCE_INVALID: 'אחד התנאים לא שלם.',
  TOO_MANY_REQUESTS: 'נשלחו הרבה הודעות בדיקה בשעה האחרונה. אפשר לנסות שוב בעוד שעה.',
  SMTP_NOT_CONFIGURED: 'לא הוגדר שרת דואר, ולכן אין מה שישלח.',
}
