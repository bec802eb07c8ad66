import type { CourseSource } from '../types.ts'

export const investmentsCourses: CourseSource[] = [
  {
    key: 'index-funds',
    title: 'מדדים וקרנות מחקות',
    description:
      'מה מחזיקים כשמחזיקים מדד, כמה זה עולה, ומה עלול להשתבש. בונים מדד קטן של שלוש חברות ביד, ורואים איך מחיר של אחת מהן מזיז את כולו. הקורס מלמד איך המכשיר עובד ואינו ממליץ על קרן כלשהי.',
    author: 'tamar-alon',
    level: 'מתחילים',
    createdOn: '2026-02-03',
    lessons: [
      {
        key: 'what-is-an-index',
        title: 'מהו מדד',
        description: 'כלל כתוב שבוחר ניירות ערך וקובע לכל אחד משקל.',
      },
      { key: 'weights', title: 'משקלות', description: 'לפי שווי שוק או שווה בשווה, ומה זה משנה.' },
      {
        key: 'tracking',
        title: 'איך קרן עוקבת',
        description: 'קרן סל, קרן מחקה, וההפרש בינן לבין המדד.',
      },
      { key: 'costs', title: 'העלויות', description: 'דמי ניהול, מרווח קנייה ומכירה, והמרת מטבע.' },
      {
        key: 'what-can-go-wrong',
        title: 'מה עלול להשתבש',
        description: 'ריכוזיות, ירידות, מטבע ומדד שאינו מה שחשבתם.',
      },
    ],
  },
  {
    key: 'risk-and-diversification',
    title: 'סיכון ופיזור',
    description:
      'סיכון הוא טווח של תוצאות, לא מילה מפחידה. לומדים למדוד אותו, לראות מה פיזור מקטין ומה הוא לא מקטין, ולחבר בין סיכון לבין הזמן שעומד לרשותכם.',
    author: 'itai-golan',
    level: 'ממשיכים',
    createdOn: '2026-02-17',
    lessons: [
      { key: 'volatility', title: 'תנודתיות', description: 'שני מסלולים עם אותו ממוצע וסוף שונה.' },
      {
        key: 'drawdown',
        title: 'ירידה מהשיא',
        description: 'כמה צריך לעלות כדי לחזור, ולמה זה לא סימטרי.',
      },
      {
        key: 'correlation',
        title: 'מתאם: מה זז יחד',
        description: 'פיזור עובד כשהדברים לא נופלים באותו יום.',
      },
      {
        key: 'horizon',
        title: 'אופק ההשקעה',
        description: 'מתי צריך את הכסף, ולמה השאלה הזו קודמת לכול.',
      },
      { key: 'rebalancing', title: 'איזון מחדש', description: 'חזרה למשקלות שקבעתם, בחשבון פשוט.' },
    ],
  },
  {
    key: 'bonds',
    title: 'איגרות חוב בפשטות',
    description:
      'איגרת חוב היא הלוואה שאפשר למכור. בקורס נבין איך נקבע המחיר שלה, למה הוא יורד כשהריבית עולה, ומה ההבדל בין הבטחה של ממשלה להבטחה של חברה.',
    author: 'itai-golan',
    level: 'ממשיכים',
    createdOn: '2026-03-03',
    lessons: [
      {
        key: 'what-is-a-bond',
        title: 'הלוואה שאפשר למכור',
        description: 'קרן, קופון ומועד פירעון.',
      },
      { key: 'price-and-yield', title: 'מחיר ותשואה', description: 'נדנדה: כשהאחד עולה, השני יורד.' },
      { key: 'duration', title: 'משך חיים ממוצע', description: 'הערכה גסה של הרגישות לריבית.' },
      { key: 'credit-risk', title: 'סיכון אשראי', description: 'מרווח, דירוג, ומה הם לא מבטיחים.' },
      {
        key: 'linked-and-nominal',
        title: 'צמוד ושקלי',
        description: 'מה צריכה להיות האינפלציה כדי שהשניים ייצאו אותו דבר.',
      },
    ],
  },
  {
    key: 'investment-costs',
    title: 'כמה עולה להשקיע',
    description:
      'תשואה אינה ידועה מראש, עלויות כן. עוברים על כל סוגי העלויות, מתרגמים אחוזים לשקלים, ולומדים להשוות בין הצעות שכתובות בשפות שונות.',
    author: 'tamar-alon',
    level: 'מתחילים',
    createdOn: '2026-03-17',
    lessons: [
      {
        key: 'kinds-of-cost',
        title: 'סוגי העלויות',
        description: 'מה נגבה פעם אחת, מה בכל פעולה ומה בכל שנה.',
      },
      {
        key: 'fee-drag',
        title: 'איך עלות מצטברת',
        description: 'חישוב מדויק של שלושים שנה בשתי שורות.',
      },
      {
        key: 'comparing-offers',
        title: 'להשוות הצעות',
        description: 'עמלה קבועה מול אחוז: איפה נקודת האיזון.',
      },
      { key: 'asking-for-less', title: 'לשאול ולבקש', description: 'שש שאלות לשיחה אחת על עלויות.' },
    ],
  },
]
