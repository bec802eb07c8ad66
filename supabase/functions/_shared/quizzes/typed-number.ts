import { Exact } from './decimals.ts'
import type { Decimal, Unit } from './types.ts'

/** How a typed number was read: its value, or why it cannot be. `ambiguous` is a comma that may be either. */
export type TypedNumber =
  | { state: 'empty' }
  | { state: 'read'; value: Decimal }
  | { state: 'ambiguous'; value: Decimal }
  | { state: 'problem'; code: 'NOT_A_NUMBER' | 'TOO_LONG' | 'WRONG_UNIT' }

const SPACES = /[\s\u00a0\u2009\u200e\u200f\u202f\u2066-\u2069]/g
const SIGNS = /^[-\u2212\u2013\u05be]/
const UNIT_WORDS: Record<Unit, RegExp> = {
  shekel: /₪|ש["״]ח|שקלים|שקל|nis|ils/gi,
  percent: /%|אחוזים|אחוז/g,
  years: /שנים|שנה/g,
  months: /חודשים|חודש/g,
  number: /(?!)/g,
}

/**
 * Reads a number as people type it: with ₪ or %, spaces, and either habit of separators. Where both marks stand, the
 * last one is the decimal point; one mark that stands several times separates thousands; a lone comma before exactly
 * three digits does so too, though somebody may have meant a decimal (`ambiguous`); any other lone mark is the point.
 */
export function readTypedNumber(typed: string, unit: Unit): TypedNumber {
  if (typed.trim() === '') return { state: 'empty' }
  if (typed.length > 60) return { state: 'problem', code: 'TOO_LONG' }
  const plain = typed.replace(SPACES, '')
  for (const [other, words] of Object.entries(UNIT_WORDS))
    if (other !== unit && plain.match(words)) return { state: 'problem', code: 'WRONG_UNIT' }
  const bare = plain.replace(UNIT_WORDS[unit], '')
  const isNegative = SIGNS.test(bare)
  const digits = bare.replace(SIGNS, '')
  if (!/^[\d.,'׳]*\d[\d.,'׳]*$/.test(digits)) return { state: 'problem', code: 'NOT_A_NUMBER' }
  const read = separate(digits.replace(/['׳]/g, ''))
  if (!read) return { state: 'problem', code: 'NOT_A_NUMBER' }
  const [whole, part] = read.parts
  if (whole.length > 15 || part.length > 10) return { state: 'problem', code: 'TOO_LONG' }
  const value = new Exact(`${whole || '0'}${part ? `.${part}` : ''}`)
  const signed = isNegative && !value.isZero() ? value.neg() : value
  return { state: read.isAmbiguous ? 'ambiguous' : 'read', value: signed.toFixed() }
}

type Separated = { parts: [whole: string, part: string]; isAmbiguous: boolean }

/** Splits digits at their decimal point; undefined where thousands are not in threes. */
function separate(digits: string): Separated | undefined {
  const point = pointOf(digits)
  const whole = point < 0 ? digits : digits.slice(0, point)
  const part = point < 0 ? '' : digits.slice(point + 1)
  if (/[.,]/.test(part)) return undefined
  if (/[.,]/.test(whole) && !/^\d{1,3}([.,]\d{3})+$/.test(whole)) return undefined
  return { parts: [whole.replace(/[.,]/g, ''), part], isAmbiguous: point < 0 && /^[1-9]\d{0,2},\d{3}$/.test(digits) }
}

/** Where the decimal point stands; -1 where there is none. */
function pointOf(digits: string): number {
  const [commas, points] = [digits.split(',').length - 1, digits.split('.').length - 1]
  if (commas > 0 && points > 0) return Math.max(digits.lastIndexOf(','), digits.lastIndexOf('.'))
  if (commas + points !== 1) return -1
  const at = Math.max(digits.indexOf(','), digits.indexOf('.'))
  const thousands = digits[at] === ',' && /^[1-9]\d{0,2},\d{3}$/.test(digits)
  return thousands ? -1 : at
}
