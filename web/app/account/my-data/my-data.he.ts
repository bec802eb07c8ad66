import type { KindOf } from '~/shared/config/kinds'
import type { ConsentPurpose } from '~/site/privacy-choice/consent.rules'

/** The student's own data: consents, who looked, a copy, leaving. */
export const myDataText = {
  title: 'הפרטיות שלי',
  lead: 'מה אישרתם, מי מהצוות ראה את הפרטים שלכם, ואיך לקחת הכול אתכם או למחוק.',
  loading: 'טוען...',
} as const

const PURPOSES: Record<ConsentPurpose, string> = {
  terms: 'תנאי השימוש',
  privacy: 'מדיניות הפרטיות',
  marketing: 'דיוור באימייל',
  cookies_analytics: 'עוגיות מדידה',
  cookies_marketing: 'עוגיות שיווק',
  cookies_preferences: 'עוגיות העדפות',
}

export const consentsText = {
  title: 'ההסכמות שלכם',
  purposes: PURPOSES,
  failed: 'לא הצלחנו לטעון את ההסכמות.',
  agreedOn: (day: string) => `אושרה ב־${day}`,
  agreedPluralOn: (day: string) => `אושרו ב־${day}`,
  version: (version: number) => `גרסה ${version}`,
  noRecord: 'אין רישום של האישור',
  readVersion: 'לנוסח שאישרתם',
  marketingName: 'עדכונים על קורסים ותכנים חדשים',
  marketingAbout: 'באימייל. הודעות על החשבון עצמו, כמו קישור כניסה, נשלחות בכל מקרה.',
  marketingOn: 'נשמר. מעכשיו נשלח אליכם עדכונים.',
  marketingOff: 'נשמר. לא נשלח אליכם עוד עדכונים.',
  marketingFailed: 'לא הצלחנו לשמור. הבחירה נשארה כמו שהייתה.',
  undo: 'לבטל את השינוי',
  cookiesName: 'מה נשמר בדפדפן הזה',
  cookiesAbout: 'מדידה, שיווק והעדפות. הבחירה שייכת לדפדפן, ובכל דפדפן אפשר לבחור אחרת.',
  cookiesChange: 'לשינוי הבחירה',
  conditions: 'בלי תנאי השימוש ומדיניות הפרטיות אין חשבון. מי שחוזר בו מההסכמה להם מבקש למחוק את החשבון, בתחתית העמוד.',
  historyTitle: 'היסטוריית ההסכמות',
  historyLead: 'כל אישור וכל ביטול, מהחדש לישן. אי אפשר לשנות את הרשימה, גם לא אנחנו.',
  historyEmpty: 'עדיין אין כאן רישומים.',
  historyFailed: 'לא הצלחנו לטעון את ההיסטוריה.',
  columns: { when: 'מתי', what: 'על מה', choice: 'מה נבחר', version: 'גרסה' },
  granted: 'אושר',
  withdrawn: 'לא אושר',
  none: '—',
} as const

export const recordViewsText = {
  title: 'מי מהצוות פתח את הכרטיס שלכם',
  lead: 'כשאנשי צוות פותחים את הכרטיס שלכם, למשל כדי לענות על פנייה, זה נרשם כאן.',
  empty: 'אף אחד מהצוות לא פתח את הכרטיס שלכם.',
  failed: 'לא הצלחנו לטעון את הרשימה.',
  someone: 'מישהו מהצוות',
  roles: {
    super_admin: 'הנהלה ראשית',
    admin: 'ניהול',
    analyst: 'ניתוח נתונים',
    marketing: 'שיווק',
  } satisfies Record<KindOf<'roles.name'>, string> as Record<string, string>,
  otherRole: 'צוות',
  what: {
    record: 'פרטים והתקדמות',
    progress: 'התקדמות',
    tickets: 'פניות',
    viewing: 'האקדמיה כמו שאתם רואים אותה',
    data: 'עותק של כל המידע',
  } satisfies Record<KindOf<'record_views.what'>, string> as Record<string, string>,
  pages: 'אילו עמודים נפתחו',
  noPages: 'נפתח האזור האישי בלבד.',
  pagesFailed: 'לא הצלחנו לטעון את העמודים.',
  pageKinds: { course: 'קורס', lesson: 'שיעור' } satisfies Record<KindOf<'viewed_pages.kind'>, string>,
} as const

export const deletionText = {
  title: 'מחיקת החשבון',
  lead: 'הבקשה נכנסת לתוקף אחרי 14 ימים. עד אז הכול פועל כרגיל, ולחיצה אחת משאירה את החשבון.',
  goesTitle: 'מה נמחק',
  goes: ['הפרטים שלכם והכניסה לחשבון', 'ההתקדמות, המועדפים והקורסים שהושלמו', 'פניות שלא נענו'],
  staysTitle: 'מה נשאר בלי השם, הכתובת והטלפון שלכם',
  stays: ['פניות שענינו עליהן', 'רישום ההסכמות', 'רישום הפעולות של הצוות'],
  open: 'למחוק את החשבון',
  dialogTitle: 'למחוק את החשבון?',
  dialogLead:
    'בעוד 14 ימים הכול יימחק, ולא נוכל לשחזר. נשלח אימייל עם המועד ועם הדרך חזרה, ומכשירים אחרים ינותקו עכשיו.',
  word: 'מחיקה',
  wordLabel: 'כדי לאשר, הקלידו: מחיקה',
  ask: 'לבקש את המחיקה',
  cancel: 'לא עכשיו',
  pendingTitle: (day: string) => `החשבון יימחק ב־${day}`,
  pendingLead: 'עד אז הכול פועל כרגיל וההתקדמות נשמרת. אחרי המועד אי אפשר לשחזר.',
  keep: 'להשאיר את החשבון',
  kept: 'החשבון נשאר. שום דבר לא נמחק.',
  keepFailed: 'לא הצלחנו לשמור. החשבון עדיין מיועד למחיקה; אפשר לנסות שוב.',
  alreadyAsked: (day: string) => `הבקשה נקלטה, והחשבון יימחק ב־${day}. אפשר להשאיר אותו בראש העמוד.`,
} as const
