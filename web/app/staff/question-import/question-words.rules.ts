import { foldDigits, stripInvisible } from '../../../../supabase/functions/_shared/invisible.ts'
import type { Kind } from '../question-bank/definitions.rules'

/** A word in one form: no invisible letters, points, gershayim, signs and doubled blanks; small letters. */
export const plainWord = (text: string): string =>
  foldDigits(stripInvisible(text))
    .normalize('NFKD')
    // A number below zero is no place and no sign of a list.
    .replace(/^\s*[-−–](?=\s*\d)/, 'minus ')
    .replace(/\p{Mn}/gu, '')
    .replace(/["'`׳״’‘“”„′″]/g, '')
    .replace(/[-_/\\.,:;*?!()[\]{}־–—]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()

const listed = <Value>(lists: Record<string, Value>): ReadonlyMap<string, Value> =>
  new Map(Object.entries(lists).flatMap(([words, value]) => words.split('|').map((word) => [word, value] as const)))

/** `choice`: one or several, as the answer says; `open` is no kind of the academy. */
export type KindWord = Kind | 'choice' | 'open'

const KIND_WORDS = listed<KindWord>({
  'single choice|single|one answer|one correct|radio|בחירה אחת|בחירה יחידה|בחירה בודדת|תשובה אחת|תשובה אחת נכונה|ברירה יחידה':
    'single-choice',
  'multiple response|multiple answers|multiple answer|multiple select|multi select|multiselect|checkbox|checkboxes|several answers|כמה בחירות|כמה תשובות|כמה תשובות נכונות|מספר תשובות|מספר תשובות נכונות|ריבוי תשובות|ריבוי בחירות|תיבות סימון|רב בחירה':
    'multiple-choice',
  'choice|multiple choice|multichoice|mc|mcq|אמריקאית|אמריקאי|שאלה אמריקאית|רב ברירה|רב ברירתית|רב ברירתי|רבת ברירה|בחירה|בחירה מרובה|ברירה|סגורה|שאלה סגורה|אמריקנית':
    'choice',
  'true false|truefalse|tf|t f|true or false|yes no|boolean|נכון לא נכון|נכון או לא נכון|נכון או שגוי|נכון שגוי|כן לא|כן או לא|אמת שקר|אמת או שקר|נכון ולא נכון':
    'true-false',
  'number|numeric|numerical|מספר|מספרי|מספרית|שאלה מספרית|תשובה מספרית': 'number',
  'calculated|calculation|formula|חישוב|חישובית|מחושבת|חישוב עם מספרים מוגרלים|נוסחה': 'calculated',
  'fill in|fillin|fill in the blank|fill in the blanks|fill in blank|gap|gaps|cloze|short answer|shortanswer|missing word|השלמה|השלמת משפט|השלמת משפטים|השלם|השלימו|מילוי|תשובה קצרה|שאלת השלמה':
    'fill-in',
  'matching|match|התאמה|התאמות|זיווג|זוגות': 'matching',
  'ordering|order|sequence|sorting|sort|סידור|סדר|מיון|דירוג': 'ordering',
  'essay|open|open ended|open question|long answer|free text|פתוחה|שאלה פתוחה|פתוח|חיבור|טקסט חופשי': 'open',
})

/** The kind that a word names; our own names as they are written count before the words of people. */
export function kindOfWord(text: string): KindWord | undefined {
  if (text.trim() === 'multiple-choice') return 'multiple-choice'
  return KIND_WORDS.get(plainWord(text))
}

/** Programs of statistics write whole numbers as 2.0. */
const withoutZeros = (text: string) => text.replace(/^(\s*\d{1,2})\.0+\s*$/, '$1')

const TRUTHS = listed({
  'true|t|yes|y|v|1|right|correct|ok|כן|נכון|נכונה|אמת|אמיתי|אמיתית|חיובי': true,
  'false|f|no|n|x|0|wrong|incorrect|not true|לא|לא נכון|לא נכונה|שגוי|שגויה|שקר|שקרי|שלילי|אינו נכון|אינה נכונה': false,
})
const SIGNS: ReadonlyMap<string, boolean> = new Map([
  ...[...'✓✔☑✅√+'].map((sign) => [sign, true] as const),
  ...[...'✗✘☒❌✕✖×'].map((sign) => [sign, false] as const),
])

/** What people type for yes and no; undefined for anything else. */
export function truthOfWord(text: string): boolean | undefined {
  const sign = stripInvisible(text)
    .replace(/\ufe0f/g, '')
    .trim()
  return SIGNS.get(sign) ?? TRUTHS.get(plainWord(withoutZeros(sign)))
}

const UNIT_WORDS = listed({
  'shekel|shekels|nis|ils|₪|שח|שקל|שקלים|שקל חדש|שקלים חדשים|ש ח': 'shekel',
  'percent|per cent|pct|%|אחוז|אחוזים|באחוזים': 'percent',
  'years|year|שנה|שנים': 'years',
  'months|month|חודש|חודשים': 'months',
  'number|none|no unit|plain|מספר|ללא|בלי|אין|בלי יחידה|ללא יחידה|יחידות|$|usd|דולר|דולרים': 'number',
} as const)

/** The unit of a number by its name or sign. */
export const unitOfWord = (text: string) => UNIT_WORDS.get(plainWord(text))

const HEBREW_PLACES = 'אבגדהוזחטי'

/** The place that a letter or a number names, counted from 1: 2, ב, b, B), "תשובה ב׳". */
export function placeOfWord(text: string): number | undefined {
  const word = plainWord(withoutZeros(text)).replace(/^(?:תשובה|אפשרות|סעיף|מסיח|option|answer|choice|part) /, '')
  if (/^\d{1,2}$/.test(word)) return Number(word)
  if (word.length !== 1) return undefined
  const hebrew = HEBREW_PLACES.indexOf(word) + 1
  if (hebrew > 0) return hebrew
  return /^[a-j]$/.test(word) ? word.charCodeAt(0) - 96 : undefined
}
