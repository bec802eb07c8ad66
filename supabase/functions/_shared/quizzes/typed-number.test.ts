import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Exact, shown } from './decimals.ts'
import { numberInWords } from './number-in-words.ts'
import { readTypedNumber } from './typed-number.ts'
import type { Unit } from './types.ts'

describe('a typed number', () => {
  it.each<[string, string, Unit, string]>([
    ['plainly', '14245', 'shekel', '14245'],
    ['with the sign before it', '₪14,245', 'shekel', '14245'],
    ['with a blank behind the sign', '₪ 100', 'shekel', '100'],
    ['with the sign behind it', '14,245.50 ₪', 'shekel', '14245.5'],
    ['with the word in gershayim', '100 ש״ח', 'shekel', '100'],
    ['with two apostrophes for gershayim', "100 ש''ח", 'shekel', '100'],
    ['with two of a phone’s curly apostrophes', '100 ש’’ח', 'shekel', '100'],
    ['in dollars, the American way', '$100', 'number', '100'],
    ['in dollars, the Hebrew way', '100$', 'number', '100'],
    ['in dollars, in words', '100 דולר', 'number', '100'],
    ['with blanks between thousands', '14 245', 'shekel', '14245'],
    ['with thin blanks, as a typesetter', '1\u2009234\u2009567.5', 'number', '1234567.5'],
    ['with blanks that do not break, out of a spreadsheet', '1\u00a0234,5', 'number', '1234.5'],
    ['as a Swiss', "14'245", 'shekel', '14245'],
    ['with commas between thousands', '1,234,567', 'number', '1234567'],
    ['with a comma before three digits', '1,005', 'number', '1005'],
    ['with commas and a point', '1,234.5', 'number', '1234.5'],
    ['in percent', '4.5%', 'percent', '4.5'],
    ['with a blank before the percent', '50 %', 'percent', '50'],
    ['with the percent before it', '%50', 'percent', '50'],
    ['with a decimal comma', '4,5 אחוז', 'percent', '4.5'],
    ['with a decimal comma behind nought', '0,125', 'percent', '0.125'],
    ['with a decimal comma before two digits', '1,00', 'number', '1'],
    ['with four digits behind the comma', '1,2345', 'number', '1.2345'],
    ['without a nought', '.5', 'number', '0.5'],
    ['on the way to a fraction', '5.', 'number', '5'],
    ['with three digits behind the point', '1.005', 'number', '1.005'],
    ['with a minus', '-40', 'shekel', '-40'],
    ['with the mathematician’s minus', '\u221250', 'number', '-50'],
    ['with a dash that a phone made of two', '–50', 'number', '-50'],
    ['with a maqaf', '־50', 'number', '-50'],
    ['with a blank behind the minus', '- 50', 'number', '-50'],
    ['with the minus behind it, as one writes from the right', '50-', 'number', '-50'],
    ['with minus and sign behind it', '50- ₪', 'shekel', '-50'],
    ['as a bookkeeper', '(50)', 'number', '-50'],
    ['as a bookkeeper, with thousands and the sign', '(₪1,250)', 'shekel', '-1250'],
    ['with the minus before the sign', '−₪40', 'shekel', '-40'],
    ['with the minus behind the sign', '₪-40', 'shekel', '-40'],
    ['with a plus', '+7%', 'percent', '7'],
    ['as nothing below zero', '-0', 'number', '0'],
    ['between direction marks', '\u200f12 שנים\u200e', 'years', '12'],
    ['on an Arabic keyboard', '١٢٣', 'number', '123'],
    ['on a Persian keyboard', '۱۲', 'number', '12'],
    ['with noughts before it', '007', 'number', '7'],
  ])('%s: %j in %s is %s', (_who, typed, unit, value) =>
    expect(readTypedNumber(typed, unit)).toEqual({ state: 'read', value }),
  )

  it.each<[string, Unit, string]>([
    ['abc', 'number', 'NOT_A_NUMBER'],
    ['1e5', 'number', 'NOT_A_NUMBER'],
    ['--1', 'number', 'NOT_A_NUMBER'],
    ['-50-', 'number', 'NOT_A_NUMBER'],
    ['(-50)', 'number', 'NOT_A_NUMBER'],
    ['(50', 'number', 'NOT_A_NUMBER'],
    ['5-10', 'number', 'NOT_A_NUMBER'],
    ['1/2', 'number', 'NOT_A_NUMBER'],
    ['4₪5', 'shekel', 'NOT_A_NUMBER'],
    ['€100', 'number', 'NOT_A_NUMBER'],
    ['.', 'number', 'NOT_A_NUMBER'],
    ['1,23,4', 'number', 'SEPARATORS'],
    ['1.234,5', 'number', 'SEPARATORS'],
    ['1.234.567', 'number', 'SEPARATORS'],
    ['1.2.3,4', 'number', 'SEPARATORS'],
    ['1234,567', 'number', 'SEPARATORS'],
    ['1 234,567', 'number', 'SEPARATORS'],
    ['1, 234', 'number', 'SEPARATORS'],
    ['1 2', 'number', 'SEPARATORS'],
    ['12 34', 'number', 'SEPARATORS'],
    ["1,234'567", 'number', 'SEPARATORS'],
    ['5%', 'shekel', 'WRONG_UNIT'],
    ['₪5', 'percent', 'WRONG_UNIT'],
    ['$5', 'shekel', 'WRONG_UNIT'],
    ['1'.repeat(16), 'number', 'TOO_LONG'],
    ['1'.repeat(61), 'number', 'TOO_LONG'],
  ])('%j in %s is a problem: %s', (typed, unit, code) =>
    expect(readTypedNumber(typed, unit)).toEqual({ state: 'problem', code }),
  )

  it('is never another one with blanks and direction marks around it', () => {
    const around = fc.constantFrom('', ' ', '\u200f', '\u2066', '\u00a0', '\ufeff')
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."0159.,'-() ₪%"), maxLength: 12 }), around, (typed, blank) => {
        expect(readTypedNumber(`${blank}${typed}${blank}`, 'shekel')).toEqual(readTypedNumber(typed, 'shekel'))
      }),
    )
  })

  it.each(['  ', '\u200f', '-', '−'])('%j is nothing yet', (typed) =>
    expect(readTypedNumber(typed, 'shekel')).toEqual({ state: 'empty' }),
  )

  it('reads back whatever is shown', () => {
    const units = fc.constantFrom<Unit>('shekel', 'percent', 'years', 'number')
    fc.assert(
      fc.property(fc.integer({ min: -99_999_999, max: 99_999_999 }), units, (hundredths, unit) => {
        const value = new Exact(hundredths).div(100)
        expect(readTypedNumber(shown(value, unit), unit)).toEqual({ state: 'read', value: value.toFixed() })
      }),
    )
  })

  it('takes any text without throwing', () => {
    fc.assert(fc.property(fc.string({ maxLength: 80 }), (typed) => void readTypedNumber(typed, 'shekel')))
  })
})

describe('a number in words', () => {
  it.each<[string, Unit, string]>([
    ['14245', 'shekel', 'ארבעה־עשר אלף מאתיים ארבעים וחמישה שקלים'],
    ['1', 'shekel', 'שקל אחד'],
    ['2', 'shekel', 'שני שקלים'],
    ['0', 'shekel', 'אפס שקלים'],
    ['12', 'years', 'שתים־עשרה שנה'],
    ['3', 'years', 'שלוש שנים'],
    ['20', 'years', 'עשרים שנה'],
    ['7', 'percent', 'שבעה אחוזים'],
    ['3000', 'shekel', 'שלושת אלפים שקלים'],
    ['2150', 'shekel', 'אלפיים מאה וחמישים שקלים'],
    ['1000000', 'shekel', 'מיליון שקלים'],
    ['400000', 'shekel', 'ארבע מאות אלף שקלים'],
    ['1234.50', 'shekel', 'אלף מאתיים שלושים וארבעה שקלים וחמישים אגורות'],
    ['0.01', 'shekel', 'אגורה אחת'],
    ['-40', 'shekel', 'מינוס ארבעים שקלים'],
    ['36', 'months', 'שלושים ושישה חודשים'],
    ['21', 'number', 'עשרים ואחת'],
  ])('%s in %s: %s', (number, unit, words) => expect(numberInWords(number, unit)).toBe(words))

  it('is left out where words would not help', () => {
    expect(numberInWords('4.5', 'percent')).toBeUndefined()
    expect(numberInWords('1000000000', 'shekel')).toBeUndefined()
  })

  it('differs for every number', () => {
    const words = Array.from({ length: 20_000 }, (_none, number) => numberInWords(String(number), 'shekel'))
    expect(new Set(words).size).toBe(20_000)
  })
})
