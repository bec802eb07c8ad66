import type { CourseSource } from '../types.ts'

export const financeBasicsCourses: CourseSource[] = [
  {
    key: 'compound-interest',
    title: 'ריבית דריבית, מהיסוד',
    description:
      'איך סכומים קטנים גדלים עם השנים, ומה עושים להם בדרך דמי הניהול והאינפלציה. מתחילים מחשבון של שורה אחת, ומסיימים ביכולת לבדוק לבד כל טבלה של חיסכון. אין צורך בידע קודם, רק במחשבון.',
    author: 'noa-barak',
    level: 'מתחילים',
    createdOn: '2026-02-01',
    lessons: [
      {
        key: 'what-is-interest',
        title: 'מהי ריבית',
        description: 'המחיר של כסף לאורך זמן: מי משלם, למי, ועל מה.',
      },
      {
        key: 'simple-and-compound',
        title: 'ריבית פשוטה מול ריבית דריבית',
        description: 'אותו אחוז, שתי דרכי חישוב, ופער שגדל עם הזמן.',
        files: ['interest-table'],
      },
      {
        key: 'power-of-time',
        title: 'כוחו של הזמן',
        description: 'למה עשר השנים האחרונות מוסיפות יותר מעשר הראשונות.',
        files: ['savings-by-year', 'interest-table'],
      },
      {
        key: 'rule-of-72',
        title: 'כלל 72',
        description: 'הערכה בראש של הזמן שבו סכום מכפיל את עצמו.',
      },
      {
        key: 'fees-over-years',
        title: 'דמי ניהול לאורך שנים',
        description: 'מה עושה אחוז אחד בשנה לחיסכון של שלושים שנה.',
      },
      {
        key: 'real-return',
        title: 'אינפלציה ותשואה ריאלית',
        description: 'כמה נשאר מהתשואה אחרי עליית המחירים, ואיך מחשבים נכון.',
      },
    ],
  },
  {
    key: 'household-budget',
    title: 'תקציב בית שמחזיק מעמד',
    description:
      'תקציב שנבנה פעם אחת ונשכח לא עוזר לאיש. בקורס בונים תקציב קצר, על עמוד אחד, שמביא בחשבון גם את ההוצאות שמגיעות פעם בשנה. בסוף יהיה בידיכם לוח פשוט ושיחה חודשית של עשרים דקות.',
    author: 'liat-avraham',
    level: 'מתחילים',
    createdOn: '2026-02-08',
    lessons: [
      {
        key: 'why-budget',
        title: 'בשביל מה תקציב',
        description: 'תקציב הוא תוכנית, לא עונש. מה הוא יודע לענות ומה לא.',
        files: ['monthly-budget'],
      },
      {
        key: 'income-map',
        title: 'מפת ההכנסות',
        description: 'מה נכנס, מתי, ועל מה אפשר לסמוך בחודש חלש.',
      },
      {
        key: 'fixed-and-variable',
        title: 'הוצאות קבועות ומשתנות',
        description: 'שתי רשימות, ושאלה אחת שמבדילה ביניהן.',
      },
      {
        key: 'yearly-expenses',
        title: 'הוצאות של פעם בשנה',
        description: 'ביטוח רכב, חגים ותיקונים: איך הופכים הפתעה לסעיף חודשי.',
      },
      {
        key: 'save-first',
        title: 'לחסוך בתחילת החודש',
        description: 'למה הסדר משנה, ואיך קובעים סכום שאפשר לעמוד בו.',
      },
      {
        key: 'monthly-talk',
        title: 'השיחה החודשית',
        description: 'עשרים דקות, ארבע שאלות, בלי חיפוש אשמים.',
        files: ['monthly-budget'],
      },
    ],
  },
  {
    key: 'inflation',
    title: 'אינפלציה: מה קורה לכסף',
    description:
      'מה מודד מדד המחירים, למה הוא לא דומה לסל הקניות שלכם, ואיך הופכים סכומים של שנים שונות לסכומים שאפשר להשוות. עם דוגמאות לשכר, לשכר דירה ולחיסכון.',
    author: 'noa-barak',
    level: 'מתחילים',
    createdOn: '2026-02-15',
    lessons: [
      {
        key: 'price-index',
        title: 'מהו מדד המחירים',
        description: 'סל, משקלות ושינוי ממוצע: כך נולד המספר שבחדשות.',
      },
      {
        key: 'nominal-and-real',
        title: 'נומינלי וריאלי',
        description: 'שקלים לעומת מה שאפשר לקנות בהם.',
      },
      {
        key: 'indexation',
        title: 'הצמדה למדד',
        description: 'איך מחשבים סכום צמוד, ומה קורה כשהמדד יורד.',
      },
      {
        key: 'wage-and-index',
        title: 'השכר מול המדד',
        description: 'העלאה של 3% היא לא תמיד העלאה.',
      },
      {
        key: 'personal-inflation',
        title: 'האינפלציה שלכם',
        description: 'סל אישי בטבלה קצרה, ולמה הוא שונה מהמדד.',
      },
    ],
  },
  {
    key: 'emergency-fund',
    title: 'קרן ביטחון: הכרית שלפני הכול',
    description:
      'סכום שמחכה בצד ליום שבו המקרר, הרכב או מקום העבודה מפתיעים. כמה להניח בה, איפה היא נמצאת, ואיך ממלאים אותה מחדש אחרי שהשתמשתם בה.',
    author: 'liat-avraham',
    level: 'מתחילים',
    createdOn: '2026-02-22',
    lessons: [
      {
        key: 'what-for',
        title: 'מה תפקידה של הקרן',
        description: 'לא השקעה ולא חיסכון לחופשה: זמן לחשוב כשמשהו משתבש.',
      },
      { key: 'how-much', title: 'כמה צריך', description: 'מתחילים מהוצאות הכרחיות, לא מההכנסה.' },
      {
        key: 'where',
        title: 'איפה היא נמצאת',
        description: 'נזילות לפני תשואה: שלוש בדיקות לכל מקום.',
      },
      {
        key: 'refill',
        title: 'להשתמש ולמלא מחדש',
        description: 'מתי מותר לגעת, ואיך קובעים קצב מילוי.',
      },
    ],
  },
  {
    key: 'out-of-debt',
    title: 'לצאת מחוב, צעד אחר צעד',
    description:
      'חוב הוא חשבון, לא אופי. ממפים את כל החובות על עמוד אחד, מבינים כמה עולה לשלם את המינימום, ובוחרים סדר פירעון שאפשר לעמוד בו. בלי נזיפות ובלי קיצורי דרך.',
    author: 'liat-avraham',
    level: 'מתחילים',
    createdOn: '2026-03-01',
    lessons: [
      {
        key: 'debt-map',
        title: 'מפת החובות',
        description: 'ארבע עמודות לכל חוב: יתרה, ריבית, תשלום, תאריך סיום.',
      },
      {
        key: 'minimum-payment',
        title: 'מחירו של המינימום',
        description: 'כמה זמן נמשך חוב כשמשלמים כמעט רק ריבית.',
      },
      {
        key: 'order-of-payment',
        title: 'את מי סוגרים קודם',
        description: 'הריבית הגבוהה או היתרה הקטנה: שתי שיטות ומה כל אחת נותנת.',
      },
      {
        key: 'one-loan',
        title: 'איחוד הלוואות',
        description: 'תשלום חודשי נמוך יותר אינו תמיד הלוואה זולה יותר.',
        files: ['before-signing'],
      },
      { key: 'staying-out', title: 'לא לחזור', description: 'מה עושים עם הכסף שהתפנה בחודש שאחרי.' },
    ],
  },
  {
    key: 'reading-numbers',
    title: 'לקרוא מספרים בלי לפחד',
    description:
      'אחוזים, ממוצעים, קצב צמיחה ותרשימים: הכלים שבהם מספרים לנו על כסף, ולפעמים גם מטעים אותנו. אחרי הקורס תדעו לשאול את השאלה הנכונה על כל כותרת עם מספר.',
    author: 'itai-golan',
    level: 'מתחילים',
    createdOn: '2026-03-08',
    lessons: [
      {
        key: 'percent-and-points',
        title: 'אחוזים ונקודות אחוז',
        description: 'הריבית עלתה ב־1%, או בנקודת אחוז אחת? זה לא אותו דבר.',
      },
      {
        key: 'down-and-up',
        title: 'לרדת ולעלות באחוזים',
        description: 'למה אחרי ירידה של 50% צריך עלייה של 100%.',
      },
      {
        key: 'mean-and-median',
        title: 'ממוצע וחציון',
        description: 'איך אדם אחד מזיז את הממוצע של כולם.',
      },
      {
        key: 'growth-rate',
        title: 'קצב צמיחה שנתי',
        description: 'מתשואה של כמה שנים לתשואה לשנה, בלי לחלק סתם.',
      },
      {
        key: 'honest-charts',
        title: 'תרשימים הגונים',
        description: 'ציר קטוע, טווח זמן נבחר, ועוד שלוש מלכודות.',
      },
    ],
  },
  {
    key: 'money-decisions',
    title: 'החלטות כסף והטיות',
    description:
      'אנשים נבונים טועים בכסף בדרכים שחוזרות על עצמן. נכיר ארבע מהן, נראה מה כל אחת עולה בשקלים, ונבנה רשימת בדיקה קצרה להחלטה הגדולה הבאה.',
    author: 'liat-avraham',
    level: 'מתחילים',
    createdOn: '2026-03-15',
    lessons: [
      {
        key: 'sunk-cost',
        title: 'כסף שכבר הלך',
        description: 'למה מה ששילמתם אתמול לא צריך להחליט מה תעשו מחר.',
      },
      {
        key: 'opportunity-cost',
        title: 'מה מוותרים',
        description: 'עלות אלטרנטיבית: המחיר שלא כתוב על התווית.',
      },
      {
        key: 'anchoring',
        title: 'המספר הראשון',
        description: 'עיגון: איך מחיר מחוק משנה את מה שנראה לנו זול.',
      },
      {
        key: 'present-bias',
        title: 'עכשיו מול אחר כך',
        description: 'למה מחר תמיד נראה זול יותר, ומה עוזר.',
      },
      { key: 'checklist', title: 'רשימת בדיקה להחלטה', description: 'שבע שאלות לפני שחותמים.' },
    ],
  },
]
