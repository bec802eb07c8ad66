import type { KindOf } from '~/shared/config/kinds'

/** Figures of law and market with their sources. */
export const factsText = {
  title: 'נתונים של חוק ושוק',
  intro:
    'שיעורי המס והריבית, המדרגות, התקרות והעמלות שהמאמרים נשענים עליהם: הערך, ממתי הוא בתוקף, מי המקור ומתי בדקנו.',
  meta: 'שיעורי מס, מדרגות, תקרות ועמלות בישראל עם מקור, תוקף ויום הבדיקה, ויומן תיקונים גלוי.',
  types: {
    rate: 'שיעורי מס וריבית',
    bracket: 'מדרגות',
    ceiling: 'תקרות',
    fee: 'עמלות ואגרות',
    amount: 'סכומים',
    index: 'מדדים',
  } satisfies Record<KindOf<'finance_facts.type'>, string>,
  from: (day: string) => `מ־${day}`,
  until: (day: string) => `עד ${day}`,
  between: (from: string, to: string) => `${from} עד ${to}`,
  source: 'מקור:',
  checked: (day: string) => `נבדק ב־${day}`,
  notChecked: 'עוד לא נבדק מול מקור',
  upTo: 'עד',
  above: 'מעל',
  brackets: 'מדרגות',
  bound: 'החלק של הסכום',
  rate: 'שיעור',
  corrections: 'יומן התיקונים',
  correctionsLead: 'כל שינוי של ערך שכבר פורסם כאן, ולמה.',
  noCorrections: 'עד היום לא תוקן אף ערך.',
  was: 'היה',
  became: 'נעשה',
  empty: 'אין כאן עדיין נתונים',
  emptyBody: 'הנתונים הראשונים בבדיקה. בינתיים אפשר לקרוא מאמרים.',
  toNews: 'לחדשות ולמאמרים',
  failed: 'הנתונים לא נטענו',
  disclaimer: 'ללימוד בלבד. לפני החלטה בודקים את הערך העדכני אצל המקור.',
} as const
