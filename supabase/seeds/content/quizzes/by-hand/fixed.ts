/** Whole numbers that count parts of 10^40: arithmetic of the tests' own, in no way the engine's. */
export type Fixed = bigint

const DIGITS = 40
export const ONE: Fixed = 10n ** BigInt(DIGITS)

/** A decimal as it is written. */
export function fixed(decimal: string): Fixed {
  const [whole = '0', part = ''] = decimal.replace('-', '').split('.')
  const size = BigInt(whole + part.padEnd(DIGITS, '0'))
  return decimal.startsWith('-') ? -size : size
}

export const times = (a: Fixed, b: Fixed): Fixed => (a * b) / ONE
export const over = (a: Fixed, b: Fixed): Fixed => (a * ONE) / b
/** So many percent of a sum. */
export const percentOf = (percent: Fixed, sum: Fixed): Fixed => times(percent, sum) / 100n
export const sum = (...parts: Fixed[]): Fixed => parts.reduce((total, part) => total + part, 0n)
export const least = (a: Fixed, b: Fixed): Fixed => (a < b ? a : b)
export const most = (a: Fixed, b: Fixed): Fixed => (a > b ? a : b)
/** A list from 1 to `last`. */
export const upTo = (last: number): number[] => Array.from({ length: last }, (_none, index) => index + 1)

/** What is left of a division may lie this far below a half, and still is a half. */
const DUST = 10n ** 12n

/** Rounded to so many digits after the point, half away from zero. */
export function rounded(value: Fixed, digits: number): Fixed {
  const step = 10n ** BigInt(DIGITS - digits)
  const size = value < 0n ? -value : value
  const up = ((size + step / 2n + DUST) / step) * step
  return value < 0n ? -up : up
}

/** The numbers drawn for an attempt, by their names. */
export type Drawn = { fixed: (name: string) => Fixed; whole: (name: string) => number }
/** The answer of a calculated question, before it is rounded, reckoned step by step. */
export type ByHand = (drawn: Drawn) => Fixed
