import type { CourseSource } from '../types.ts'

export const bankingCourses: CourseSource[] = [
  {
    key: 'mortgage',
    title: 'משכנתה מהיסוד',
    description:
      'ההלוואה הגדולה בחיים, שורה אחר שורה. מחשבים החזר חודשי, רואים כמה ממנו ריבית, מבינים מסלולים, ולומדים להשוות בין הצעות לפי אותם שלושה מספרים.',
    author: 'samir-khoury',
    level: 'מתחילים',
    createdOn: '2026-02-05',
    lessons: [
      {
        key: 'principal-and-interest',
        title: 'קרן וריבית',
        description: 'ממה מורכב התשלום הראשון, וממה האחרון.',
      },
      {
        key: 'two-schedules',
        title: 'שפיצר וקרן שווה',
        description: 'שני לוחות סילוקין לאותה הלוואה.',
      },
      { key: 'tracks', title: 'מסלולים', description: 'קבועה, משתנה, צמודה: מי נושא בסיכון.' },
      {
        key: 'prime',
        title: 'ריבית הפריים',
        description: 'איך החלטה של בנק ישראל מגיעה לתשלום החודשי.',
      },
      {
        key: 'early-repayment',
        title: 'פירעון מוקדם ומחזור',
        description: 'מתי חוסכים, מה עולה, ומה בודקים.',
      },
      {
        key: 'comparing-offers',
        title: 'להשוות הצעות',
        description: 'אישור עקרוני, סל אחיד ושלושה מספרים.',
      },
    ],
  },
  {
    key: 'bank-account',
    title: 'חשבון הבנק: עמלות, מינוס ופיקדון',
    description:
      'מה החשבון שלכם עושה ביום־יום ומה הוא עולה. קוראים דף עמלות, מחשבים את מחירו של מינוס, ומשווים בין פיקדונות לתקופות שונות.',
    author: 'samir-khoury',
    level: 'מתחילים',
    createdOn: '2026-02-19',
    lessons: [
      { key: 'fees', title: 'דף העמלות', description: 'מסלול קבוע, פעולה בערוץ ישיר ופעולה בדלפק.' },
      { key: 'overdraft', title: 'מחירו של מינוס', description: 'ריבית יומית בחשבון פשוט.' },
      {
        key: 'cards',
        title: 'כרטיסי אשראי',
        description: 'מועד חיוב, תשלומים וקרדיט: שלושה דברים שונים.',
      },
      { key: 'deposits', title: 'פיקדונות', description: 'ריבית שנתית לתקופה של פחות משנה.' },
    ],
  },
  {
    key: 'credit',
    title: 'אשראי: לקרוא הצעת הלוואה',
    description:
      'שתי הצעות עם אותה ריבית יכולות לעלות סכומים שונים. לומדים למצוא את העלות הכוללת ולקרוא דוח ריכוז נתונים. שיעורים נוספים מצטרפים לקורס בהמשך.',
    author: 'samir-khoury',
    level: 'ממשיכים',
    createdOn: '2026-03-05',
    lessons: [
      {
        key: 'total-cost',
        title: 'העלות הכוללת',
        description: 'ריבית, עמלת פתיחה וזמן: המספר שמחבר ביניהם.',
        files: ['before-signing'],
      },
      {
        key: 'credit-report',
        title: 'דוח ריכוז נתונים',
        description: 'מה נאסף עליכם, ואיך בודקים שאין טעות.',
      },
      {
        key: 'guarantees',
        title: 'ערבות',
        description: 'מה בדיוק מבטיחים כשחותמים בשביל אחרים.',
        published: false,
      },
      {
        key: 'negotiation',
        title: 'לנהל משא ומתן',
        description: 'הכנה, הצעה נגדית וסיכום בכתב.',
        published: false,
        vimeo: { number: '812345670', seconds: 56 },
      },
    ],
  },
]
