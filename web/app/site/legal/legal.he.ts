import type { KindOf } from '~/shared/config/kinds'

/** Legal pages (2.1-17). */
export const legalText = {
  inForce: (day: string, version: number) => `בתוקף מ־${day} · גרסה ${version}`,
  draft: 'טיוטה. הנוסח הזה הגיע עם האתר, והארגון שמפעיל אותו עוד לא בדק ולא אישר אותו.',
  notYet: (moment: string, version: number) => `תיכנס לתוקף ב־${moment} · גרסה ${version}`,
  newest: 'לגרסה שבתוקף היום',
  coming: (moment: string) => `נוסח חדש ייכנס לתוקף ב־${moment}.`,
  readComing: 'לנוסח החדש',
  versions: 'כל הגרסאות',
  version: (version: number, day: string | null) => `גרסה ${version}${day === null ? '' : `, מ־${day}`}`,
  failed: 'הדף לא נטען',
  question: 'משהו כאן לא ברור?',
  ask: 'כתבו לנו',
  /** What each text is about: under its title, and for search engines. */
  about: {
    terms: 'הכללים לשימוש באקדמיה לפיננסים: למי היא מיועדת, מה מותר, ומי אחראי למה.',
    privacy: 'איזה מידע האקדמיה שומרת עליכם, למה, למשך כמה זמן, ואיך מקבלים עותק שלו או מוחקים אותו.',
    cookies: 'מה האקדמיה שומרת בדפדפן שלכם, לאיזה צורך, ואיך משנים את הבחירה בכל רגע.',
    accessibility: 'איך האתר של האקדמיה הונגש, מה נבדק, ולמי פונים כשמשהו אינו נגיש.',
  } satisfies Record<KindOf<'legal_documents.slug'>, string>,
} as const
