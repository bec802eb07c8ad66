import { films } from './films.ts'
import type { Chapter } from './types.ts'

/** A chapter as it is written by hand: the spoken line with which it begins, counted from 0, and its title. */
type ChapterSource = [line: number, title: string]

const chapterSources: Record<string, ChapterSource[]> = {
  'compound-interest/what-is-interest': [
    [0, 'המחיר של כסף לאורך זמן'],
    [1, 'פיקדון לשנה, בחשבון'],
    [4, 'שלוש שאלות לכל ריבית'],
  ],
  'compound-interest/simple-and-compound': [
    [0, 'שתי דרכי חישוב'],
    [1, 'ריבית פשוטה'],
    [3, 'ריבית דריבית'],
    [6, 'מה לשאול'],
  ],
  'compound-interest/power-of-time': [
    [0, 'למה הזמן קובע'],
    [1, 'שלושה עשורים של חיסכון'],
    [4, 'הפקדות מול תשואה'],
  ],
  'compound-interest/rule-of-72': [
    [0, 'הכלל'],
    [2, 'כמה הוא מדויק'],
    [5, 'גם על חוב'],
    [6, 'מה הכלל מניח'],
  ],
  'compound-interest/fees-over-years': [
    [0, 'מספר קטן, שנים רבות'],
    [1, 'אותו חיסכון, שלוש רמות של דמי ניהול'],
    [4, 'ההפרש, ומאין הוא בא'],
  ],
  'compound-interest/real-return': [
    [0, 'נומינלית וריאלית'],
    [1, 'חיסכון מול עליית המחירים'],
    [3, 'חיסור או חלוקה'],
    [5, 'כשהתוצאה שלילית'],
  ],
  'household-budget/why-budget': [
    [0, 'החלטה מראש'],
    [1, 'ההוצאות ההכרחיות'],
    [3, 'מה שבא פעם בשנה, וחיסכון'],
    [5, 'מה שנשאר'],
  ],
  'household-budget/income-map': [
    [0, 'שלוש שאלות על הכנסה'],
    [2, 'הכנסה משתנה: על מה לסמוך'],
    [5, 'הכנסה קבועה וחד־פעמית'],
  ],
  'household-budget/fixed-and-variable': [
    [0, 'איך מבדילים'],
    [2, 'שתי הקבוצות, בחשבון'],
    [4, 'איפה קל יותר לקצץ'],
  ],
  'household-budget/yearly-expenses': [
    [0, 'מה שובר תקציבים'],
    [1, 'הרשימה והסכום לשנה'],
    [4, 'חלוקה לחודשים'],
  ],
  'household-budget/save-first': [
    [0, 'הופכים את הסדר'],
    [2, 'אחרי חצי שנה ואחרי שנה'],
    [4, 'כמה, ומתי לבחון שוב'],
  ],
  'household-budget/monthly-talk': [
    [0, 'שיחה קבועה'],
    [1, 'ארבע השאלות'],
    [5, 'מה משנים, ואיך'],
  ],
  'inflation/price-index': [
    [0, 'סל ומשקלים'],
    [2, 'סל זעיר לדוגמה'],
    [5, 'השינוי במדד כולו'],
  ],
  'inflation/nominal-and-real': [
    [0, 'שקלים של איזו שנה'],
    [1, 'שכר דירה, אז והיום'],
    [5, 'איך מתרגמים'],
  ],
  'inflation/indexation': [
    [0, 'מהי הצמדה'],
    [1, 'חוזה צמוד, שלב אחר שלב'],
    [5, 'מה בודקים בחוזה'],
  ],
  'inflation/wage-and-index': [
    [0, 'שכר מול מחירים'],
    [1, 'העלאה של 3% בשנה של 4%'],
    [4, 'מספר לשיחת שכר'],
  ],
  'inflation/personal-inflation': [
    [0, 'סל משלכם'],
    [1, 'החישוב, סעיף אחר סעיף'],
    [5, 'איך להשוות נכון'],
  ],
  'emergency-fund/what-for': [
    [0, 'כסף שקונה זמן'],
    [2, 'אותו תיקון, עם קרן ובלעדיה'],
    [5, 'מה לא שייך לקרן'],
  ],
  'emergency-fund/how-much': [
    [0, 'מתחילים מההוצאות'],
    [2, 'שלושה חודשים או שישה'],
    [5, 'יעד ראשון'],
  ],
  'emergency-fund/where': [
    [0, 'שלוש בדיקות'],
    [1, 'נזילות ויציבות'],
    [3, 'ריבית, ומה האינפלציה שוחקת'],
    [6, 'מה לא עושים'],
  ],
  'emergency-fund/refill': [
    [0, 'מותר להשתמש'],
    [2, 'תוכנית מילוי, בחשבון'],
    [5, 'חיסכון אחר, ורישום'],
  ],
  'out-of-debt/debt-map': [
    [0, 'דף אחד לכל החובות'],
    [1, 'שלושה חובות והריבית שלהם'],
    [4, 'הסכום כולו'],
  ],
  'out-of-debt/minimum-payment': [
    [0, 'לאן הולך התשלום'],
    [1, 'שני תשלומים, אותו חוב'],
    [4, 'למה זה כך'],
  ],
  'out-of-debt/order-of-payment': [
    [0, 'שתי שיטות'],
    [2, 'מחיר הבחירה, בחשבון'],
    [5, 'איך בוחרים'],
  ],
  'out-of-debt/one-loan': [
    [0, 'מהו איחוד הלוואות'],
    [1, 'תשלום נמוך, עלות גבוהה'],
    [5, 'מה משווים'],
  ],
  'out-of-debt/staying-out': [
    [0, 'התשלום שהתפנה'],
    [2, 'קרן שגדלה'],
    [4, 'סימנים לעצור'],
  ],
  'reading-numbers/percent-and-points': [
    [0, 'אחוז ונקודת אחוז'],
    [1, 'ריבית שעלתה'],
    [4, 'שני תיאורים נכונים'],
    [5, 'נקודת בסיס'],
  ],
  'reading-numbers/down-and-up': [
    [0, 'למה הן לא מתבטלות'],
    [1, 'ירידה של 20%, והדרך חזרה'],
    [4, 'ירידות עמוקות'],
    [6, 'כופלים, לא מחברים'],
  ],
  'reading-numbers/mean-and-median': [
    [0, 'שני מספרים לאמצע'],
    [1, 'חמישה אנשים'],
    [3, 'אחד מתחלף'],
    [6, 'מתי מבקשים את שניהם'],
  ],
  'reading-numbers/growth-rate': [
    [0, 'חלוקה פשוטה'],
    [3, 'הקצב הנכון'],
    [5, 'מה לשאול'],
  ],
  'reading-numbers/honest-charts': [
    [0, 'אותם מספרים, שני צירים'],
    [4, 'טווח הזמן, ושאר התחבולות'],
    [6, 'לצייר מחדש'],
  ],
  'investment-costs/kinds-of-cost': [
    [0, 'מתי נגבית כל עלות'],
    [1, 'שלוש עלויות, בשקלים'],
    [4, 'הסכום, ומה שקל לא לראות'],
  ],
  'investment-costs/fee-drag': [
    [0, 'הדרך הקצרה'],
    [3, 'בשקלים'],
    [6, 'למה החישוב מתאים'],
  ],
  'investment-costs/comparing-offers': [
    [0, 'לאותה יחידה'],
    [1, 'עמלה קבועה או אחוז'],
    [2, 'שתי הצעות ונקודת המפגש'],
    [5, 'מה עוד בודקים'],
  ],
  'investment-costs/asking-for-less': [
    [0, 'לפני השיחה'],
    [1, 'כמה שווה ההנחה'],
    [4, 'מה שואלים'],
  ],
  'plain-pension/three-parts': [
    [0, 'שלושה תשלומים'],
    [1, 'העובד, המעסיק, הפיצויים'],
    [5, 'שכר מבוטח, ובדיקה בתלוש'],
  ],
  'plain-pension/products': [
    [0, 'שלושה מוצרים'],
    [1, 'במה הם שונים'],
    [4, 'כמה מההפקדה נחסך'],
    [6, 'לפני מעבר'],
  ],
  'plain-pension/conversion-factor': [
    [0, 'מהו מקדם המרה'],
    [1, 'מקדם 200 מול 210'],
    [4, 'במה הוא תלוי'],
  ],
  'plain-pension/fees': [
    [0, 'שני סוגים, ותקרה'],
    [2, 'בשקלים לשנה'],
    [5, 'כשהצבירה גדלה'],
  ],
  'plain-pension/tracks': [
    [0, 'שם והרכב'],
    [1, 'שנה רעה ושנה טובה'],
    [5, 'לפי גיל, ולפי זמן'],
  ],
  'plain-pension/yearly-report': [
    [0, 'חמש השורות'],
    [2, 'בדיקה שעושים לבד'],
    [6, 'כשמשהו חסר'],
  ],
  'payslip/gross-to-net': [
    [0, 'סדר הקריאה'],
    [1, 'מברוטו לנטו'],
    [5, 'שלוש בדיקות בכל חודש'],
  ],
  'payslip/brackets': [
    [0, 'מס בשכבות'],
    [1, 'שלוש מדרגות, בחשבון'],
    [5, 'העלאה ומדרגה גבוהה'],
  ],
  'payslip/credit-points': [
    [0, 'הנחה מהמס עצמו'],
    [1, 'כמה שוות הנקודות'],
    [5, 'נקודות נוספות, וטופס 101'],
  ],
  'payslip/social-deductions': [
    [0, 'שיעור נמוך וגבוה'],
    [1, 'שתי המדרגות, בחשבון'],
    [4, 'מה מקבלים תמורתם'],
  ],
  'payslip/yearly-check': [
    [0, 'מס של שנה'],
    [1, 'חצי שנה של עבודה'],
    [5, 'עוד סיבות, ואיך מבקשים'],
  ],
  'mortgage/principal-and-interest': [
    [0, 'ריבית וקרן'],
    [2, 'החודש הראשון'],
    [3, 'לאורך השנים'],
    [6, 'בלוח שלכם'],
  ],
  'mortgage/two-schedules': [
    [0, 'שני לוחות'],
    [1, 'שפיצר'],
    [2, 'קרן שווה'],
    [4, 'ההפרש, ומה הוא דורש'],
  ],
  'mortgage/tracks': [
    [0, 'מי נושא בסיכון'],
    [1, 'קבועה, משתנה, צמודה'],
    [4, 'הוראה 329, ומה בודקים'],
  ],
  'mortgage/prime': [
    [0, 'מבנק ישראל לפריים'],
    [3, 'הריבית שלכם'],
    [4, 'העלאה של רבע אחוז'],
  ],
  'mortgage/early-repayment': [
    [0, 'מה חוסך פירעון מוקדם'],
    [2, 'מחזור'],
    [4, 'עמלות, והשוואה נכונה'],
  ],
  'mortgage/comparing-offers': [
    [0, 'סלים אחידים'],
    [2, 'שתי הצעות, בחשבון'],
    [5, 'מה עוד לבדוק'],
  ],
}

/**
 * The chapters of a film, each from the second at which its line begins; none where none are written.
 * @param key `course/lesson`
 */
export function chaptersOf(key: string): Chapter[] {
  const cues = films.find((film) => film.key === key)?.cues ?? []
  return (chapterSources[key] ?? []).map(([line, title]) => {
    const cue = cues[line]
    if (!cue) throw new Error(`the chapters of ${key} name line ${line}, which does not exist`)
    return { start: cue.start, title }
  })
}

/** The films that have chapters. */
export const filmsWithChapters: string[] = Object.keys(chapterSources)
