type LessonFile = { key: string; title: string; ending: 'pdf' | 'csv'; bytes: number }

const TYPES = { pdf: 'application/pdf', csv: 'text/csv' } as const

/** The worksheets that lessons hand out, as `media/make-files.mjs` makes them. */
export const lessonFiles: LessonFile[] = [
  { key: 'monthly-budget', title: 'דף תקציב חודשי', ending: 'pdf', bytes: 47_534 },
  { key: 'interest-table', title: 'טבלת ריבית דריבית', ending: 'pdf', bytes: 47_750 },
  { key: 'savings-by-year', title: 'חיסכון של ₪100 בחודש, שנה אחר שנה', ending: 'csv', bytes: 897 },
  { key: 'before-signing', title: 'לפני שחותמים על הלוואה', ending: 'pdf', bytes: 50_697 },
]

/** Where a file lies in the bucket of lesson files, and in `media/files`. */
export const placeOf = ({ key, ending }: LessonFile) => ({
  path: `demo/${key}.${ending}`,
  file: `media/files/${key}.${ending}`,
  contentType: TYPES[ending],
})
