import type { PluralForms } from '~/shared/formats/plural'

/** What differs between two texts. */
export const differenceText = {
  none: 'אין הבדל במילים בין שתי הגרסאות.',
  added: 'נוסף:',
  removed: 'נמחק:',
  end: 'סוף השינוי.',
  legend: 'מסומן בירוק ובקו תחתון: נוסף. מסומן באדום ובקו חוצה: נמחק.',
  unchanged: {
    one: 'פסקה אחת בלי שינוי',
    two: '2 פסקאות בלי שינוי',
    other: '# פסקאות בלי שינוי',
  } satisfies PluralForms,
} as const
