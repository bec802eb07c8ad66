import { placeOfWord, plainWord } from './question-words.rules'

/** A column that the table of questions knows: `part1`, `match1`, `why1`, `right1` stand for the parts. */
export type ColumnKey = string

const NAMES: Readonly<Record<string, string>> = {
  pool: 'pool|pool number|קבוצה|מספר קבוצה|מס קבוצה|מספר הקבוצה',
  topic_of_pool: 'topic of pool|pool topic|pool name|category|קטגוריה|נושא הקבוצה|שם הקבוצה|שם קבוצה|נושא קבוצה',
  draw: 'draw|כמה מוגרלות|כמה מוגרלות לכל ניסיון|מספר מוגרלות|כמה לשאול',
  id: 'id|uuid|מזהה',
  kind: 'kind|type|question type|questiontype|kind of question|סוג|סוג שאלה|סוג השאלה',
  topic: 'topic|subject|נושא|נושא השאלה',
  text: 'text|question|question text|questiontext|stem|wording|שאלה|השאלה|נוסח|נוסח השאלה|טקסט|טקסט השאלה|תוכן השאלה|תוכן',
  right:
    'right|right answer|right answers|correct|correct answer|correct answers|correct answer s|correct option|answer|key|answer key|solution|תשובה נכונה|התשובה הנכונה|תשובות נכונות|התשובות הנכונות|נכונה|נכון|נכונות|מפתח|מפתח תשובות|תשובה|התשובה|פתרון|מספר התשובה הנכונה|תשובה נכונה מספר|תשובה נכונה מס',
  tolerance: 'tolerance|סטייה|סטיה|סטייה מותרת|סטיה מותרת|טולרנס|דיוק',
  unit: 'unit|units|יחידה|יחידות|יחידת מידה',
  keep_order: 'keep order|fixed order|סדר קבוע|לשמור סדר|לשמור על הסדר|להציג תמיד בסדר הזה',
  lesson: 'lesson|שיעור|מזהה שיעור',
  second: 'second|שנייה|שניה|שניות|דקה בסרטון',
  definition: 'definition|הגדרה|הגדרה מלאה|json',
  why: 'why|explanation|answer explanation|feedback|general feedback|rationale|הסבר|הסבר כללי|נימוק|משוב|משוב כללי|הסבר לתשובה|הסבר לתשובה הנכונה|הסבר לתשובה נכונה',
  // Of a list of refused rows, which is mended and read again.
  reason: 'reason|סיבה|הסיבה',
  whyTrue: 'why true|הסבר לנכון|הסבר למי שענה נכון',
  whyFalse: 'why false|הסבר ללא נכון|הסבר למי שענה לא נכון',
}
const KNOWN = new Map(Object.entries(NAMES).flatMap(([key, names]) => names.split('|').map((name) => [name, key])))

const PARTS: readonly (readonly [string, RegExp])[] = [
  ['wrong', /^(?:מסיח|distractor|wrong|wrong answer|incorrect answer|תשובה שגויה|תשובה לא נכונה)$/],
  [
    'why',
    /^(?:why|feedback|explanation|explanation of option|הסבר|משוב|נימוק|הסבר לתשובה|הסבר לאפשרות|הסבר תשובה|הסבר אפשרות|משוב לתשובה|משוב לאפשרות)$/,
  ],
  ['match', /^(?:match|pair|right side|בן זוג|התאמה|צד שני|זוג|מתאים ל)$/],
  ['right', /^(?:is right|is correct|correct|right|נכון|נכונה|האם נכון|האם נכונה|נכונות)$/],
  [
    'part',
    /^(?:part|option|answer|choice|item|alternative|left side|opt|ans|חלק|תשובה|אפשרות|בחירה|פריט|צד ראשון|סעיף|ברירה|)$/,
  ],
]

const LONGEST_TITLE = 200
/** What titles say beside their name, in forms and in the templates of Kahoot. */
const ASIDE = /\((?:חובה|רשות|לא חובה|אופציונלי|required|optional)\)|[-–] *(?:max \d+ characters|choose at least one)/gi

/** The column that a title names; a place behind its words, a number or a letter, makes it one of a part. */
export function columnOfTitle(title: string): ColumnKey | undefined {
  if (title.length > LONGEST_TITLE) return undefined
  const word = plainWord(title.replace(ASIDE, ''))
  const known = KNOWN.get(word)
  if (known) return known
  const [, name = '', place = ''] = /^(.*?) ?(\d{1,2}|(?<![^ ])[a-jא-י])$/.exec(word) ?? []
  const number = placeOfWord(place)
  const part = number ? PARTS.find(([, pattern]) => pattern.test(name.trim()))?.[0] : undefined
  // A remark in brackets, as in "תשובה נכונה (א-ד)", is no part of the name.
  return part ? `${part}${number}` : KNOWN.get(plainWord(title.replace(/\([^)]*\)/g, '')))
}

/** How much a row looks like the one that names the columns: how many it knows, nothing without the question. */
export function headScore(fields: readonly string[]): number {
  const keys = fields.map(columnOfTitle)
  const known = new Set(keys.filter((key) => key !== undefined))
  return known.has('text') && known.size > 1 ? known.size : 0
}
