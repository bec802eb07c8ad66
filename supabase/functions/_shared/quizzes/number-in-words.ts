import { Exact, rounded } from './decimals.ts'
import type { Decimal, Unit } from './types.ts'

type Gender = 'masculine' | 'feminine'

const ONES: Record<Gender, string[]> = {
  masculine: ['אפס', 'אחד', 'שניים', 'שלושה', 'ארבעה', 'חמישה', 'שישה', 'שבעה', 'שמונה', 'תשעה', 'עשרה'],
  feminine: ['אפס', 'אחת', 'שתיים', 'שלוש', 'ארבע', 'חמש', 'שש', 'שבע', 'שמונה', 'תשע', 'עשר'],
}
const TEENS: Record<Gender, string[]> = {
  masculine: ['אחד', 'שנים', 'שלושה', 'ארבעה', 'חמישה', 'שישה', 'שבעה', 'שמונה', 'תשעה'].map((one) => `${one}־עשר`),
  feminine: ['אחת', 'שתים', 'שלוש', 'ארבע', 'חמש', 'שש', 'שבע', 'שמונה', 'תשע'].map((one) => `${one}־עשרה`),
}
const TENS = ['', '', 'עשרים', 'שלושים', 'ארבעים', 'חמישים', 'שישים', 'שבעים', 'שמונים', 'תשעים']
const HUNDREDS = [
  '',
  'מאה',
  'מאתיים',
  'שלוש מאות',
  'ארבע מאות',
  'חמש מאות',
  'שש מאות',
  'שבע מאות',
  'שמונה מאות',
  'תשע מאות',
]
/** Counted thousands stand in the construct state: שלושת אלפים. */
const THOUSANDS = ['', 'אלף', 'אלפיים', 'שלושת', 'ארבעת', 'חמשת', 'ששת', 'שבעת', 'שמונת', 'תשעת', 'עשרת']

/** The parts of a number below a thousand, each a word or a pair of words. */
function smallParts(number: number, gender: Gender): string[] {
  const [hundreds, rest] = [Math.floor(number / 100), number % 100]
  const parts = hundreds > 0 ? [HUNDREDS[hundreds] as string] : []
  if (rest === 0) return parts
  if (rest <= 10) return [...parts, ONES[gender][rest] as string]
  if (rest < 20) return [...parts, TEENS[gender][rest - 11] as string]
  const ones = rest % 10
  return [...parts, TENS[Math.floor(rest / 10)] as string, ...(ones > 0 ? [ONES[gender][ones] as string] : [])]
}

/** The last of several parts has its "and": מאתיים ארבעים וחמישה. */
function joined(parts: string[]): string {
  const last = parts.at(-1) ?? ''
  return parts.length > 1 ? `${parts.slice(0, -1).join(' ')} ו${last}` : last
}

function thousandsPart(count: number): string {
  if (count <= 2) return THOUSANDS[count] as string
  if (count <= 10) return `${THOUSANDS[count]} אלפים`
  return `${joined(smallParts(count, 'masculine'))} אלף`
}

function millionsPart(count: number): string {
  if (count === 1) return 'מיליון'
  if (count === 2) return 'שני מיליון'
  return `${joined(smallParts(count, 'masculine'))} מיליון`
}

function wholeInWords(number: number, gender: Gender): string {
  if (number === 0) return 'אפס'
  const [millions, thousands, rest] = [Math.floor(number / 1e6), Math.floor(number / 1e3) % 1e3, number % 1e3]
  return joined([
    ...(millions > 0 ? [millionsPart(millions)] : []),
    ...(thousands > 0 ? [thousandsPart(thousands)] : []),
    ...smallParts(rest, gender),
  ])
}

const UNITS: Record<Unit, { gender: Gender; one: string; two: string; many: string }> = {
  shekel: { gender: 'masculine', one: 'שקל אחד', two: 'שני שקלים', many: 'שקלים' },
  percent: { gender: 'masculine', one: 'אחוז אחד', two: 'שני אחוזים', many: 'אחוזים' },
  years: { gender: 'feminine', one: 'שנה אחת', two: 'שנתיים', many: 'שנים' },
  months: { gender: 'masculine', one: 'חודש אחד', two: 'חודשיים', many: 'חודשים' },
  number: { gender: 'feminine', one: 'אחת', two: 'שתיים', many: '' },
}

/** A counted thing in words: שני שקלים, שלוש שנים. From eleven years on the singular is used: שתים־עשרה שנה. */
function counted(number: number, unit: Unit): string {
  const { gender, one, two, many } = UNITS[unit]
  if (number === 1) return one
  if (number === 2) return two
  const thing = unit === 'years' && number > 10 ? 'שנה' : many
  return `${wholeInWords(number, gender)} ${thing}`.trim()
}

const LARGEST = 1e9

/**
 * A number in Hebrew words with its unit, to show how what was typed is understood: 14245 shekels are
 * ארבעה־עשר אלף מאתיים ארבעים וחמישה שקלים. Agorot are counted; other fractions are said digit by digit in the figure itself.
 * @returns undefined from a thousand million on, and for fractions of a unit that has no smaller one
 */
export function numberInWords(number: Decimal, unit: Unit): string | undefined {
  const value = new Exact(number)
  const size = value.abs()
  if (size.gte(LARGEST)) return undefined
  const whole = size.floor().toNumber()
  const minus = value.isNegative() && !size.isZero() ? 'מינוס ' : ''
  if (size.isInteger()) return `${minus}${counted(whole, unit)}`
  if (unit !== 'shekel' || size.decimalPlaces() > 2) return undefined
  const agorot = rounded(size.minus(whole).times(100), 0).toNumber()
  const coins = agorot === 1 ? 'אגורה אחת' : agorot === 2 ? 'שתי אגורות' : `${wholeInWords(agorot, 'feminine')} אגורות`
  return whole === 0 ? `${minus}${coins}` : `${minus}${counted(whole, unit)} ו${coins}`
}
