import { describe, expect, it } from 'vitest'
import { directionOf, withDirectionMark } from './direction.ts'

const HEBREW_SOMEWHERE = [
  'ETF למתחילים: מה זה S&P 500?',
  'USD/ILS עלה ב-2%.',
  '(TA-125) ירד',
  '2.5%–3% לשנה',
  'P/E, כלומר מכפיל רווח',
  'https://www.boi.org.il הוא אתר של בנק ישראל',
  '-3.5% בשנה',
  '31/12/2025: סוף השנה',
  'כל מה שצריך לדעת על NASDAQ',
  'ارتفع المؤشر',
]
const NONE = ['What is an ETF?', 'S&P 500', '-3.5%', '01/02/2024', 'a@example.org', '₪1,250', '?', '₽ и доллар']

describe('the direction of a text', () => {
  it.each(HEBREW_SOMEWHERE)('is right to left with any letter of such a script: %s', (text) => {
    expect(directionOf(text)).toBe('rtl')
  })
  it.each(NONE)('is left to right without one: %s', (text) => {
    expect(directionOf(text)).toBe('ltr')
  })
  it('is nobody’s of an empty one', () => {
    expect([directionOf(''), directionOf('  ')]).toEqual([undefined, undefined])
  })
})

describe('a text in a place without markup', () => {
  it('has a mark before it when its first letter would turn it around, and only then', () => {
    const marked = [...HEBREW_SOMEWHERE, ...NONE].filter((text) => withDirectionMark(text) !== text)
    expect(marked).toEqual([
      'ETF למתחילים: מה זה S&P 500?',
      'USD/ILS עלה ב-2%.',
      '(TA-125) ירד',
      'P/E, כלומר מכפיל רווח',
      'https://www.boi.org.il הוא אתר של בנק ישראל',
    ])
    expect(withDirectionMark('ETF למתחילים')).toBe('\u200fETF למתחילים')
  })
})
