import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Exact, shown } from './decimals.ts'
import { numberInWords } from './number-in-words.ts'
import { readTypedNumber } from './typed-number.ts'
import type { Unit } from './types.ts'

describe('a typed number', () => {
  it.each<[string, Unit, string]>([
    ['14245', 'shekel', '14245'],
    ['₪14,245', 'shekel', '14245'],
    ['14,245.50 ₪', 'shekel', '14245.5'],
    ['14.245,50', 'shekel', '14245.5'],
    ['14 245', 'shekel', '14245'],
    ["14'245", 'shekel', '14245'],
    ['1,234,567', 'number', '1234567'],
    ['1.234.567', 'number', '1234567'],
    ['4.5%', 'percent', '4.5'],
    ['4,5 אחוז', 'percent', '4.5'],
    ['0,125', 'percent', '0.125'],
    ['.5', 'number', '0.5'],
    ['-40', 'shekel', '-40'],
    ['−₪40', 'shekel', '-40'],
    ['₪-40', 'shekel', '-40'],
    ['-0', 'number', '0'],
    ['\u200f12 שנים\u200e', 'years', '12'],
    ['007', 'number', '7'],
    ['1.005', 'number', '1.005'],
  ])('%j in %s is %s', (typed, unit, value) => expect(readTypedNumber(typed, unit)).toMatchObject({ value }))

  it('says when a comma may be either, and takes it for thousands', () => {
    expect(readTypedNumber('1,005', 'number')).toEqual({ state: 'ambiguous', value: '1005' })
    expect(readTypedNumber('1,00', 'number')).toEqual({ state: 'read', value: '1' })
  })

  it.each<[string, Unit, string]>([
    ['abc', 'number', 'NOT_A_NUMBER'],
    ['1e5', 'number', 'NOT_A_NUMBER'],
    ['1,23,4', 'number', 'NOT_A_NUMBER'],
    ['1.2.3,4', 'number', 'NOT_A_NUMBER'],
    ['--1', 'number', 'NOT_A_NUMBER'],
    ['5%', 'shekel', 'WRONG_UNIT'],
    ['₪5', 'percent', 'WRONG_UNIT'],
    ['1'.repeat(16), 'number', 'TOO_LONG'],
    ['1'.repeat(61), 'number', 'TOO_LONG'],
  ])('%j in %s is a problem: %s', (typed, unit, code) =>
    expect(readTypedNumber(typed, unit)).toEqual({ state: 'problem', code }),
  )

  it('nothing is nothing', () => expect(readTypedNumber('  ', 'shekel')).toEqual({ state: 'empty' }))

  it('reads back whatever is shown', () => {
    const units = fc.constantFrom<Unit>('shekel', 'percent', 'years', 'number')
    fc.assert(
      fc.property(fc.integer({ min: -99_999_999, max: 99_999_999 }), units, (hundredths, unit) => {
        const value = new Exact(hundredths).div(100)
        expect(readTypedNumber(shown(value, unit), unit)).toMatchObject({ value: value.toFixed() })
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
