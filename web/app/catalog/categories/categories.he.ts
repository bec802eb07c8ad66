/** The pages of all categories, and of one category. */
export const categoriesText = {
  categoriesTitle: 'תחומי לימוד',
  categoriesIntro: 'כל תחום עומד בפני עצמו. אם זו הפעם הראשונה, כדאי להתחיל מהיסודות.',
  categoriesMeta: 'תחומי הלימוד של האקדמיה: יסודות, השקעות, ביטוח, פנסיה, מיסים ובנקאות.',
  noCoursesInCategory: 'אין עדיין קורסים בתחום הזה',
  noCoursesInCategoryBody: 'הקורסים הראשונים בתחום בהכנה. אפשר להתחיל בינתיים מתחום אחר.',
  allCategories: 'לכל תחומי הלימוד',
  categoryMeta: (name: string) => `קורסים בתחום ${name}, בעברית ובחינם.`,
} as const
