import type { FormulaFault } from './formula-tree.ts'

/** Why a formula cannot be read or has no value, with the sign or word at fault, for who writes it. */
export const formulaFaults: Readonly<Record<FormulaFault, (part: string) => string>> = {
  TOO_LONG: () => 'הנוסחה ארוכה מדי.',
  UNREADABLE: (part) => `לא מכירים את הסימן \u2068${part}\u2069.`,
  MISSING: (part) => `חסר \u2066${part}\u2069.`,
  ENDS_EARLY: () => 'הנוסחה נגמרת באמצע: אחרי הסימן האחרון חסר משהו.',
  NO_OPERAND: (part) => `לפני \u2066${part}\u2069 חסר מספר או שם.`,
  NO_FUNCTION: (part) => `\u2066${part}\u2069 היא לא פונקציה שמכירים. לכפל כותבים \u2066*\u2069 לפני הסוגריים.`,
  ARGUMENTS: (part) => `ב־\u2066${part}\u2069 יש יותר או פחות מדי חלקים בסוגריים.`,
  TOO_DEEP: () => 'יש יותר מדי סוגריים זה בתוך זה.',
  LEFT_OVER: (part) => `לפני \u2068${part}\u2069 חסר סימן, למשל \u2066*\u2069 או \u2066+\u2069.`,
  VALUE: () => 'אי אפשר לקרוא את הנוסחה.',
  DIVISION: () => 'חלוקה באפס.',
  TOO_LARGE: () => 'המספר גדול מדי.',
  POWER: () => 'חזקה גדולה מדי: עד 2,000.',
  ROOT: () => 'שורש של מספר שלילי.',
  LOGARITHM: () => 'ln קיים רק למספר גדול מאפס.',
  RATE: () => 'אין ריבית שמתאימה למספרים האלה.',
}
