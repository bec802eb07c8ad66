/** Home page (2.3). */
export const homeText = {
  metaTitle: 'לימודי כלכלה ופיננסים בעברית, בחינם',
  /** Tests are promised once there is one, and announced before. */
  metaDescription: (hasQuizzes: boolean) =>
    `סדנאות וידאו ומאמרים בעברית על ריבית, השקעות, פנסיה, מיסים ובנקאות, ${hasQuizzes ? 'ומבחני ידע עם הסבר לכל תשובה' : 'ומבחני ידע בדרך'}. השירות חינם, ויישאר חינם.`,
  free: 'חינם, ויישאר חינם',
  lead: (hasQuizzes: boolean) =>
    `סדנאות וידאו ומאמרים בעברית, מאנשים שעוסקים בזה ביום־יום, ${hasQuizzes ? 'ומבחני ידע עם הסבר לכל תשובה' : 'ומבחני ידע בדרך'}. לומדים בקצב שלכם, וממשיכים בדיוק מהשנייה שבה עצרתם.`,
  startLearning: 'להתחיל ללמוד',
  allCourses: 'לכל הקורסים',
  recommended: 'קורסים מומלצים',
  noRecommended: 'הקורסים הראשונים בהכנה',
  noRecommendedBody: 'ברגע שיעלה קורס, הוא יופיע כאן. בינתיים אפשר לעבור על תחומי הלימוד.',
  categories: 'תחומי לימוד',
  allCategories: 'לכל התחומים',
  chart: {
    label: (figures: { deposit: string; years: number; rate: string; deposited: string; value: string }) =>
      `תרשים: הפקדה של ${figures.deposit} בחודש במשך ${figures.years} שנה בתשואה של ${figures.rate} לשנה, שמחושבת ומצטברת בכל חודש. הופקדו ${figures.deposited}, והצטברו ${figures.value}.`,
    deposits: 'הפקדות',
    growth: 'תשואה שהצטברה',
    year: (year: number) => `שנה ${year}`,
    only: 'הדגמה בלבד, לפני דמי ניהול ומס.',
  },
  closing: {
    title: 'מתחילים משיעור אחד',
    body: 'נרשמים עם שם, אימייל וטלפון, בלי סיסמה ובלי אמצעי תשלום. מקבלים קישור באימייל, לוחצים, ואפשר להתחיל.',
    register: 'להרשמה',
    rows: {
      price: 'מחיר',
      priceValue: '₪0',
      courses: 'קורסים פתוחים',
      password: 'סיסמה',
      passwordValue: 'אין',
      pace: 'קצב',
      paceValue: 'שלכם',
    },
  },
} as const
