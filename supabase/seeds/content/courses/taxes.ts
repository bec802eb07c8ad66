import type { CourseSource } from '../types.ts'

export const taxesCourses: CourseSource[] = [
  {
    key: 'payslip',
    title: 'לקרוא תלוש שכר',
    description:
      'מהברוטו עד לסכום שנכנס לבנק: מה יורד בדרך, לפי איזה כלל, ומה צריך לבדוק. רוב הדוגמאות בקורס משתמשות במדרגות מומצאות ועגולות, כדי שאפשר יהיה לחשב ביד. את המספרים של השנה בודקים תמיד באתר רשות המסים.',
    author: 'michal-dahan',
    level: 'מתחילים',
    createdOn: '2026-02-04',
    lessons: [
      {
        key: 'gross-to-net',
        title: 'מברוטו לנטו',
        description: 'שלוש קבוצות של ניכויים, וסדר הקריאה.',
      },
      {
        key: 'brackets',
        title: 'מדרגות מס',
        description: 'למה העלאה בשכר לא מורידה את הנטו בגלל מדרגה.',
      },
      {
        key: 'credit-points',
        title: 'נקודות זיכוי',
        description: 'הנחה בשקלים מהמס עצמו, לא מההכנסה.',
      },
      {
        key: 'social-deductions',
        title: 'ביטוח לאומי, בריאות ופנסיה',
        description: 'ניכויים שאינם מס הכנסה, ומה מקבלים תמורתם.',
      },
      {
        key: 'yearly-check',
        title: 'בדיקה שנתית',
        description: 'מתי יכול להגיע החזר, ואילו מסמכים אוספים.',
      },
    ],
  },
  {
    key: 'tax-on-gains',
    title: 'מס על רווחי השקעה',
    description:
      'על מה משלמים, מתי משלמים, ואיך הפסד של היום נפגש עם רווח של מחר. השיעורים מסבירים את העיקרון בעזרת דוגמאות; שיעורי המס שבהן הם לצורך ההדגמה, אלא אם כתוב אחרת.',
    author: 'michal-dahan',
    level: 'ממשיכים',
    createdOn: '2026-02-18',
    lessons: [
      { key: 'what-is-gain', title: 'מהו רווח', description: 'מחיר, עמלות ותאריך: מה נכנס לחשבון.' },
      { key: 'real-gain', title: 'רווח ריאלי', description: 'איך מנכים מהרווח את עליית המדד.' },
      { key: 'offsetting', title: 'קיזוז הפסדים', description: 'הפסד הוא גם מספר שאפשר להשתמש בו.' },
      {
        key: 'deferral',
        title: 'לשלם מאוחר יותר',
        description: 'מה שווה דחיית מס, בלי לשנות את שיעור המס.',
      },
    ],
  },
  {
    key: 'self-employed',
    title: 'מיסים לעצמאים: הצעד הראשון',
    description: 'טיוטה של קורס בהכנה: פתיחת תיק, מקדמות, מע״מ וספרים, בשפה של מי שרק התחילו.',
    author: 'michal-dahan',
    level: 'מתחילים',
    published: false,
    defaultDuration: true,
    createdOn: '2026-10-20',
    lessons: [
      {
        key: 'first-steps',
        title: 'שלוש רשויות, שלוש דלתות',
        description: 'מי מחכה למה כשפותחים עסק.',
      },
    ],
  },
]
