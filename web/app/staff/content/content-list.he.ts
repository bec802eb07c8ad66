import type { ContentKind } from '~/staff/shared/content-kinds.rules'
import type { ContentState } from './content.rules'

const counted = {
  category: { one: 'קטגוריה אחת', two: '2 קטגוריות', other: '# קטגוריות' },
  author: { one: 'כותב אחד', two: '2 כותבים', other: '# כותבים' },
  course: { one: 'קורס אחד', two: '2 קורסים', other: '# קורסים' },
  lesson: { one: 'שיעור אחד', two: '2 שיעורים', other: '# שיעורים' },
  news: { one: 'ידיעה אחת', two: '2 ידיעות', other: '# ידיעות' },
  essay: { one: 'מאמר אחד', two: '2 מאמרים', other: '# מאמרים' },
  quiz: { one: 'מבחן אחד', two: '2 מבחנים', other: '# מבחנים' },
  fact: { one: 'נתון אחד', two: '2 נתונים', other: '# נתונים' },
} as const

const states: Record<ContentState, string> = {
  published: 'מפורסם',
  changed: 'מפורסם, ויש טיוטה חדשה',
  draft: 'טיוטה',
  scheduled: 'מתוזמן',
  trash: 'באשפה',
}

/** The words of the lists. */
export const contentListText = {
  titles: {
    category: 'קטגוריות',
    author: 'כותבים ומרצים',
    course: 'קורסים',
    lesson: 'שיעורים',
    news: 'חדשות',
    essay: 'מאמרים',
    quiz: 'מבחנים',
    fact: 'נתונים ושיעורים',
  } satisfies Record<ContentKind, string>,
  counted,
  search: 'שם או כתובת',
  empty: 'לא נמצא כאן דבר',
  emptyLead: 'מה שיוצרים נשאר טיוטה עד שמפרסמים אותו.',
  columns: { title: 'שם', tags: 'תגיות', state: 'מצב', edited_at: 'נערך', place: 'סדר' },
  order: 'סדר',
  filters: { state: { title: 'מצב', any: 'כל המצבים', values: states } },
  tag: { title: 'תגית', any: 'כל התגיות' },
  states,
  create: {
    category: 'קטגוריה חדשה',
    author: 'כותב חדש',
    course: 'קורס חדש',
    lesson: 'שיעור חדש',
    news: 'ידיעה חדשה',
    essay: 'מאמר חדש',
    quiz: 'מבחן חדש',
    fact: 'נתון חדש',
  } satisfies Record<ContentKind, string>,
  createLead: 'נוצרת טיוטה. מבקרים רואים אותה רק אחרי פרסום.',
  createDone: 'ליצור טיוטה',
  cancel: 'ביטול',
  toCourse: 'לקורס',
  toQuizzes: 'לכל המבחנים',
  quizzesOf: (course: string) => `המבחנים של ${course}, לפי הסדר`,
  featured: 'מודגש',
} as const
