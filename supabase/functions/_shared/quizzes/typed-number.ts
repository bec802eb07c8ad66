import { foldDigits, stripInvisible } from '../invisible.ts'
import { Exact } from './decimals.ts'
import type { Decimal, Unit } from './types.ts'

/** How a typed number was read: its value, or why it cannot be. */
export type TypedNumber =
  | { state: 'empty' }
  | { state: 'read'; value: Decimal }
  | { state: 'problem'; code: 'NOT_A_NUMBER' | 'SEPARATORS' | 'TOO_LONG' | 'WRONG_UNIT' }

const LONGEST = 60
const MINUS = /[\u2010-\u2015\u2212\u05be\ufe63\uff0d]/g
const UNIT_WORDS: Record<Unit, string> = {
  shekel: '₪|ש"ח|שקלים|שקל|nis|ils',
  percent: '%|אחוזים|אחוז',
  years: 'שנים|שנה',
  months: 'חודשים|חודש',
  number: '\\$|דולרים|דולר|usd',
}

/** Each sign in one form: plain blanks and digits, `-` for a minus, `'` for a geresh, `"` for gershayim. */
const inOneForm = (typed: string): string =>
  foldDigits(stripInvisible(typed))
    .replace(MINUS, '-')
    .replace(/[׳’‘′`]/g, "'")
    .replace(/''|[״“”„″]/g, '"')
    .trim()

/**
 * Reads a number as people type it: its unit before or behind it, a minus on either side or brackets in its place. A
 * point is the decimal one. Commas, blanks or apostrophes part thousands, in threes; a lone comma elsewhere is the decimal
 * one. What can be read in two ways is refused (`SEPARATORS`), as is a unit that is not the question's.
 */
export function readTypedNumber(typed: string, unit: Unit): TypedNumber {
  if (typed.length > LONGEST) return { state: 'problem', code: 'TOO_LONG' }
  const text = inOneForm(typed)
  // A minus alone is the beginning of a number.
  if (text === '' || text === '-') return { state: 'empty' }
  for (const [other, words] of Object.entries(UNIT_WORDS))
    if (other !== unit && new RegExp(words, 'i').test(text)) return { state: 'problem', code: 'WRONG_UNIT' }
  const { isNegative, digits } = splitSign(withoutUnit(text, unit))
  const size = withoutUnit(digits, unit)
  if (!/^[\d.,' ]*\d[\d.,' ]*$/.test(size)) return { state: 'problem', code: 'NOT_A_NUMBER' }
  const plain = withoutSeparators(size)
  if (plain === undefined) return { state: 'problem', code: 'SEPARATORS' }
  const [whole = '', part = ''] = plain.split('.')
  if (whole.length > 15 || part.length > 10) return { state: 'problem', code: 'TOO_LONG' }
  const value = new Exact(`${whole || '0'}${part && `.${part}`}`)
  return { state: 'read', value: (isNegative && !value.isZero() ? value.neg() : value).toFixed() }
}

const withoutUnit = (text: string, unit: Unit): string =>
  text.replace(new RegExp(`^(?:${UNIT_WORDS[unit]})\\s*|\\s*(?:${UNIT_WORDS[unit]})$`, 'gi'), '')

/** A minus before or behind the digits, or brackets around them as bookkeepers write it. */
function splitSign(text: string): { isNegative: boolean; digits: string } {
  const [, bracketed, before, behind, unsigned] = /^(?:\((.+)\)|-(.+)|(.+)-|\+?(.+))$/.exec(text) ?? []
  return {
    isNegative: unsigned === undefined,
    digits: (bracketed ?? before ?? behind ?? unsigned ?? '').trim(),
  }
}

/** Digits with a point at most; undefined where it is not sure which separators they have. */
function withoutSeparators(size: string): string | undefined {
  if (/^\d*\.?\d*$/.test(size)) return size
  if (/^[1-9]\d{0,2}([, '])\d{3}(?:\1\d{3})*(?:\.\d*)?$/.test(size)) return size.replace(/[, ']/g, '')
  const [, whole = '', part = ''] = /^(\d*|[1-9]\d{0,2}(?:[ ']\d{3})+),(\d*)$/.exec(size) ?? []
  const isDecimal = whole + part !== '' && (part.length !== 3 || /^0?$/.test(whole))
  return isDecimal ? `${whole.replace(/[ ']/g, '')}.${part}` : undefined
}
