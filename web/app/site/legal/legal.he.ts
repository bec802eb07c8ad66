/** Legal pages (2.1-17). */
export const legalText = {
  inForce: (day: string, version: number) => `בתוקף מ־${day} · גרסה ${version}`,
  newest: 'לגרסה שבתוקף היום',
  failed: 'הדף לא נטען',
  meta: (title: string) => `${title} של האקדמיה לפיננסים.`,
} as const
