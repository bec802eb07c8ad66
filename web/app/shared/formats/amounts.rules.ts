import type { KindOf } from '../config/kinds'

/** What an amount counts. */
export type AmountUnit = KindOf<'finance_facts.unit'>

/** A part of an amount with its rate in percent; the last one has no end. */
export type Bracket = { from: number; to: number | null; rate: number }

const NUMBER = new Intl.NumberFormat('en-US', { maximumFractionDigits: 4 })
/** It stands before the sign, so that the sign stays before its figures; and before all, so that words after them follow on the left. */
const [LTR, RTL] = ['\u200e', '\u200f']

const AFTER: Partial<Record<AmountUnit, string>> = { ils_month: ' לחודש', ils_year: ' לשנה' }
const COUNTED = {
  years: { one: 'שנה', two: 'שנתיים', other: 'שנים' },
  months: { one: 'חודש', two: 'חודשיים', other: 'חודשים' },
  days: { one: 'יום', two: 'יומיים', other: 'ימים' },
  points: { one: 'נקודה אחת', two: '2 נקודות', other: 'נקודות' },
} as const

/** An amount with its unit as Hebrew writes it, exactly as private.format_amount does: `17%`, `₪12,420 לחודש`, `שנתיים`. */
export function formatAmount(value: number, unit: AmountUnit): string {
  const sign = value < 0 ? `${LTR}-` : ''
  const figures = NUMBER.format(Math.abs(value))
  if (unit === 'percent') return `${RTL}${sign}${figures}%`
  if (unit === 'ils' || unit === 'ils_month' || unit === 'ils_year')
    return `${RTL}${sign}₪${figures}${AFTER[unit] ?? ''}`
  const words = Object.hasOwn(COUNTED, unit) ? COUNTED[unit] : undefined
  if (!words) return RTL + sign + figures
  if (value === 1) return RTL + words.one
  if (value === 2) return RTL + words.two
  return `${RTL}${sign}${figures} ${words.other}`
}
