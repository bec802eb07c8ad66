import type { CourseSource } from '../types.ts'

export const retirementCourses: CourseSource[] = [
  {
    key: 'plain-pension',
    title: 'פנסיה בלי מילים קשות',
    description:
      'קרן פנסיה, ביטוח מנהלים וקופת גמל: מה ההבדל, ומה בודקים בכל אחד. עוברים מהתלוש אל הדוח השנתי, ומתרגמים כל שורה לעברית. הקורס כללי ואינו מחליף שיחה עם בעלי רישיון.',
    author: 'ori-shalev',
    level: 'מתחילים',
    createdOn: '2026-02-02',
    lessons: [
      {
        key: 'three-parts',
        title: 'שלושת החלקים',
        description: 'עובד, מעסיק ופיצויים: מאיפה מגיע הכסף.',
      },
      {
        key: 'products',
        title: 'שלושה מוצרים',
        description: 'קרן פנסיה, ביטוח מנהלים וקופת גמל זה לצד זה.',
      },
      {
        key: 'conversion-factor',
        title: 'מקדם המרה',
        description: 'המספר שהופך סכום לקצבה חודשית.',
      },
      {
        key: 'fees',
        title: 'דמי הניהול בפנסיה',
        description: 'אחוז מהפקדה ואחוז מצבירה, והתקרות שבתקנות.',
      },
      { key: 'tracks', title: 'מסלולי השקעה', description: 'מה מסתתר מאחורי השם של המסלול.' },
      {
        key: 'yearly-report',
        title: 'לקרוא את הדוח השנתי',
        description: 'חמש שורות שכדאי לבדוק, לפי הסדר.',
      },
    ],
  },
  {
    key: 'study-fund',
    title: 'קרן השתלמות וקופת גמל',
    description:
      'שני כלי חיסכון שרבים מחזיקים ומעטים קוראים עליהם. מה ההבדל ביניהם, מתי הכסף נזיל, איך עוברים בין מסלולים ובין גופים, ומה שוקלים לפני משיכה.',
    author: 'ori-shalev',
    level: 'מתחילים',
    createdOn: '2026-02-16',
    lessons: [
      {
        key: 'what-is-it',
        title: 'מה זה ובשביל מה',
        description: 'חיסכון דרך המעסיק, חיסכון עצמאי, ומה מיוחד בכל אחד.',
      },
      {
        key: 'liquidity',
        title: 'מתי הכסף נזיל',
        description: 'ותק נספר מההפקדה הראשונה, ומה זה אומר.',
      },
      {
        key: 'moving',
        title: 'לעבור מסלול או גוף',
        description: 'ניוד הוא לא משיכה. מה בודקים לפני ואחרי.',
      },
      {
        key: 'loan-or-withdraw',
        title: 'הלוואה או משיכה',
        description: 'חשבון של שתי שורות לפני שנוגעים בחיסכון.',
      },
      {
        key: 'child-savings',
        title: 'חיסכון לכל ילד',
        description: 'איך סכום קבוע וקטן מצטבר במשך שמונה עשרה שנים.',
      },
    ],
  },
  {
    key: 'planning-retirement',
    title: 'לתכנן פרישה',
    description:
      'כמה יהיה, כמה יידרש, ומה הפער. לומדים לבנות תמונה גסה אך ישרה של ההכנסה בפרישה, ולהבין את הסיכונים שמופיעים דווקא אחרי שמפסיקים להפקיד.',
    author: 'ori-shalev',
    level: 'ממשיכים',
    createdOn: '2026-03-02',
    lessons: [
      { key: 'replacement-rate', title: 'שיעור תחלופה', description: 'איזה חלק מהשכר יישאר כהכנסה.' },
      { key: 'the-gap', title: 'לחשב את הפער', description: 'מפער חודשי לסכום, ומסכום להפקדה.' },
      {
        key: 'lump-or-annuity',
        title: 'קצבה או סכום',
        description: 'מה מקבלים ועל מה מוותרים בכל דרך.',
      },
      { key: 'longevity', title: 'לחיות יותר מהצפוי', description: 'הסיכון שהכסף ייגמר לפנינו.' },
      {
        key: 'order-of-returns',
        title: 'סדר התשואות',
        description: 'למה שנה רעה בתחילת הפרישה שונה משנה רעה בסופה.',
      },
    ],
  },
]
