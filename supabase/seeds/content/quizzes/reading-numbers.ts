import type { Quiz } from '../../../functions/_shared/quizzes/types.ts'
import { downAndUpCalculations, percentAndPointsCalculations } from './calculations/reading-numbers.ts'
import { lessonsOf, options, pairs } from './write.ts'

const at = lessonsOf('reading-numbers')

const short = {
  passPercent: 60,
  attemptsAllowed: null,
  waitMinutes: 0,
  timeLimitMinutes: null,
  shuffleQuestions: false,
  review: 'after-submit',
} as const

/** A short test after the lesson on percents and points. */
export const percentAndPointsQuiz: Quiz = {
  ...short,
  title: 'אחוזים ונקודות אחוז',
  intro: 'חמש שאלות קצרות על השיעור. שתיים מהן חישובים, והמספרים שונים בכל ניסיון.',
  pools: [
    {
      topic: 'אחוזים ונקודות',
      draw: null,
      questions: [
        {
          kind: 'true-false',
          topic: 'שני תיאורים',
          text: 'ריבית שעלתה מ־4% ל־5% עלתה בנקודת אחוז אחת, ועלתה גם ב־25%. שני התיאורים נכונים.',
          watchAgain: at('percent-and-points', 39),
          right: true,
          why: {
            true: 'ההפרש בין האחוזים הוא נקודה אחת. ביחס לעצמה הריבית גדלה ברבע: `1 ÷ 4 = 25%`.',
            false: 'הם אינם סותרים: אחד סופר נקודות אחוז, והשני מודד את השינוי ביחס לריבית הקודמת.',
          },
        },
        {
          kind: 'number',
          topic: 'נקודות בסיס',
          text: 'הריבית הועלתה ב־75 נקודות בסיס. בכמה נקודות אחוז היא עלתה?',
          watchAgain: at('percent-and-points', 50),
          right: '0.75',
          tolerance: '0.001',
          unit: 'number',
          why: 'נקודת בסיס היא מאית של נקודת אחוז: `75 ÷ 100 = 0.75`.',
          mistakes: [
            { value: '75', why: 'נקודת בסיס קטנה פי מאה מנקודת אחוז. עלייה של 75 נקודות אחוז הייתה הופכת 4% ל־79%.' },
            { value: '7.5', why: 'כאן החלוקה הייתה ב־10. בנקודת אחוז יש 100 נקודות בסיס.' },
          ],
        },
        {
          kind: 'single-choice',
          topic: 'לקרוא כותרת',
          text: 'כותרת מכריזה: הרווח עלה ב־300%. מה שואלים קודם?',
          watchAgain: at('percent-and-points', 62),
          options: options(
            ['מי כתב את הכתבה', 'גם כתבה ישרה יכולה להביא אחוז בלי הבסיס שלו. השאלה הראשונה היא על המספר.'],
            ['אחוז של מה, וממתי', 'רווח שגדל מ־₪1,000 ל־₪4,000 עלה ב־300%. בלי הבסיס והתאריך האחוז אינו מספר דבר.'],
            ['האם המניה תמשיך לעלות', 'אחוז של שינוי מספר על מה שהיה. הוא אינו יודע מה יהיה.'],
          ),
          right: 'b',
        },
        ...percentAndPointsCalculations,
      ],
    },
  ],
}

/** A short test after the lesson on falling and rising. */
export const downAndUpQuiz: Quiz = {
  ...short,
  title: 'לרדת ולעלות באחוזים',
  intro: 'ארבע שאלות קצרות על השיעור. שתיים מהן חישובים, והמספרים שונים בכל ניסיון.',
  pools: [
    {
      topic: 'ירידה ועלייה',
      draw: null,
      questions: [
        {
          kind: 'true-false',
          topic: 'הלוך וחזור',
          text: 'סכום שירד ב־20% ואחר כך עלה ב־20% חזר למקום שבו התחיל.',
          watchAgain: at('down-and-up', 22),
          right: false,
          why: {
            true: 'העלייה מחושבת על סכום קטן יותר: `₪1,000 × 0.8 × 1.2 = ₪960`. חסרים ₪40.',
            false: 'אותו אחוז חל פעם על הסכום הגדול ופעם על הקטן, ולכן הירידה גדולה מהעלייה.',
          },
        },
        {
          kind: 'matching',
          topic: 'הדרך חזרה',
          text: 'התאימו לכל ירידה את העלייה שמחזירה את הסכום למקומו.',
          watchAgain: at('down-and-up', 31),
          pairs: pairs(
            ['ירידה של 20%', '25%', 'מ־₪800 חזרה ל־₪1,000: `₪1,000 ÷ ₪800 − 1 = 25%`.'],
            ['ירידה של 50%', '100%', 'נשאר חצי, וצריך להכפיל אותו: `1 ÷ 0.5 − 1 = 100%`.'],
            ['ירידה של 80%', '400%', 'נשארה חמישית, וצריך פי חמישה: `1 ÷ 0.2 − 1 = 400%`.'],
          ),
          extra: [{ id: 'x', right: '80%' }],
        },
        ...downAndUpCalculations,
      ],
    },
  ],
}
