import { Decimal } from 'decimal.js'
import type { Unit, Decimal as Written } from './types.ts'

/** Arithmetic of 40 digits; results are rounded once, where a definition says so. */
export const Exact = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP, toExpNeg: -30, toExpPos: 40 })
export type Exact = Decimal

const WRITTEN = /^-?\d{1,15}(\.\d{1,10})?$/

/** A decimal as definitions and answers write it; undefined for anything else. */
export function readDecimal(written: unknown): Exact | undefined {
  return typeof written === 'string' && WRITTEN.test(written) ? new Exact(written) : undefined
}

/** What is left of a division far behind the point is no reason to round down what is a half. */
const SETTLED_DIGITS = 30

/** Rounded to so many digits behind the point, a half away from zero: 2.5 to 3, -2.5 to -3. */
export const rounded = (value: Exact, digits: number): Exact =>
  value.toSignificantDigits(SETTLED_DIGITS).toDecimalPlaces(digits, Decimal.ROUND_HALF_UP)

export const written = (value: Exact): Written => value.toFixed()

const MINUS = '\u2212'

/**
 * A number as students read it: ₪14,245 or ₪1,234.50, 4.5%, and others plainly with separators.
 * @param digits at most so many behind the point; shekels have none or two
 */
export function shown(value: Exact, unit: Unit, digits = unit === 'number' ? 4 : 2): string {
  const size = rounded(value.abs(), digits)
  const places = unit === 'shekel' && !size.isInteger() ? Math.max(2, size.decimalPlaces()) : size.decimalPlaces()
  const [whole = '', part] = size.toFixed(places).split('.')
  const number = `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${part ? `.${part}` : ''}`
  const sign = value.isNegative() && !size.isZero() ? MINUS : ''
  if (unit === 'shekel') return `${sign}₪${number}`
  return unit === 'percent' ? `${sign}${number}%` : `${sign}${number}`
}
