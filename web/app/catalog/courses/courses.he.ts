/** The page of all courses. */
export const coursesText = {
  coursesTitle: 'כל הקורסים',
  coursesIntro: 'לומדים בקצב שלכם, בחינם. אפשר להתחיל מכל קורס, ולעצור בכל רגע.',
  coursesMeta: 'כל הקורסים של האקדמיה: ריבית, השקעות, פנסיה, מיסים ובנקאות. וידאו בעברית, בחינם.',
  noCourses: 'אין עדיין קורסים',
  noCoursesBody: 'הקורסים הראשונים בהכנה. בינתיים אפשר לקרוא חדשות ומאמרים.',
  readNews: 'חדשות ומאמרים',
} as const
