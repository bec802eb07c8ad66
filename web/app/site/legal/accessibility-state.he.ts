import type { PluralForms } from '~/shared/formats/plural'

const LESSONS: PluralForms = { one: 'שיעור אחד באתר', two: 'שני שיעורים באתר', other: '# שיעורים באתר' }
const SILENT: PluralForms = {
  one: 'לשיעור אחד אין עדיין כתוביות ואין תמליל',
  two: 'לשני שיעורים אין עדיין כתוביות ואין תמליל',
  other: 'ל־# שיעורים אין עדיין כתוביות ואין תמליל',
}
const ARTICLES: PluralForms = { one: 'מאמר אחד באתר', two: 'שני מאמרים באתר', other: '# מאמרים באתר' }
const PICTURES: PluralForms = {
  one: 'במאמר אחד יש תמונה שעדיין אין לה תיאור במילים',
  two: 'בשני מאמרים יש תמונה שעדיין אין לה תיאור במילים',
  other: 'ב־# מאמרים יש תמונה שעדיין אין לה תיאור במילים',
}
const HEADINGS: PluralForms = {
  one: 'במאמר אחד הכותרות אינן לפי הסדר',
  two: 'בשני מאמרים הכותרות אינן לפי הסדר',
  other: 'ב־# מאמרים הכותרות אינן לפי הסדר',
}

/** What the accessibility statement counts of what the site shows. */
export const accessibilityStateText = {
  title: 'התוכן באתר, נכון לרגע זה',
  lessons: LESSONS,
  captioned: 'עם כתוביות',
  transcribed: 'עם תמליל',
  silent: SILENT,
  noneSilent: 'לכל השיעורים יש כתוביות או תמליל.',
  articles: ARTICLES,
  pictures: PICTURES,
  headings: HEADINGS,
  waived: (count: number) => `פורסמו כך ביודעין, עם נימוק שנרשם: ${count}.`,
  articlesWhole: 'לכל התמונות יש תיאור במילים, והכותרות לפי הסדר.',
} as const
