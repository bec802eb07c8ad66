import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FormulaError } from '../formula-tree.ts'
import { Exact, rounded, shown } from './decimals.ts'
import { formulaOf } from './formula.ts'

const computed = (text: string, numbers: Record<string, string> = {}) =>
  formulaOf(text)
    .value(Object.fromEntries(Object.entries(numbers).map(([name, number]) => [name, new Exact(number)])))
    .toFixed()

describe('a formula', () => {
  it.each([
    ['1 + 2 * 3', '7'],
    ['(1 + 2) * 3', '9'],
    ['10 - 4 - 3', '3'],
    ['24 / 4 / 3', '2'],
    ['-2 ^ 2', '-4'],
    ['(-2) ^ 2', '4'],
    ['2 ^ 3 ^ 2', '512'],
    ['2 ^ -2', '0.25'],
    ['0.1 + 0.2', '0.3'],
    ['1 < 2', '1'],
    ['2 = 3', '0'],
    ['1 + 1 = 2', '1'],
    ['if(1 > 2, 1 / 0, 5)', '5'],
    ['min(3, 1, 2) + max(3, 7)', '8'],
    ['round(2.5) + round(-2.5)', '0'],
    ['round(1.005, 2)', '1.01'],
    ['floor(-1.5) + ceil(1.2) + abs(-3)', '3'],
  ])('%s is %s', (text, value) => expect(computed(text)).toBe(value))

  // From the pages of Excel about each function, with the figures that they give.
  it.each([
    ['PMT(8% / 12, 10, 10000)', '-1037.03'],
    ['PMT(8% / 12, 10, 10000, 0, 1)', '-1030.16'],
    ['pmt(6%/12, 18×12, 0, 50000)', '-129.08'],
    ['FV(6% ÷ 12, 10, −200, −500, 1)', '2581.4'],
    ['FV(12%/12, 12, -1000)', '12682.5'],
    ['FV(11%/12, 35, -2000, 0, 1)', '82846.25'],
    ['PV(8%/12, 12*20, 500)', '-59777.15'],
    ['NPER(12%/12, -100, -1000, 10000, 1)', '59.67'],
    ['NPER(1%, -100, -1000, 10000)', '60.08'],
    ['NPER(1%, -100, -1000)', '-9.58'],
    ['RATE(4*12, -200, 8000) * 12 * 100', '9.24'],
    ['pmt(0, 10, 1000)', '-100'],
    ['nper(0, -100, 1000)', '10'],
    ['ln(2) / ln(1.07)', '10.24'],
    ['100 * (1.12 ^ (1/12) - 1)', '0.95'],
    ['sqrt(2) ^ 2', '2'],
    ['exp(1)', '2.72'],
    ['8 ^ (1/3)', '2'],
    ['200 * 17%', '34'],
  ])('%s is %s to two digits, as a spreadsheet says', (text, value) =>
    expect(rounded(new Exact(computed(text)), 2).toFixed()).toBe(value),
  )

  it('computes with names in Hebrew', () => {
    expect(computed('הפקדה × (1 + ריבית שנתית%) ^ שנים', { הפקדה: '1000', 'ריבית שנתית': '10', שנים: '2' })).toBe(
      '1210',
    )
  })

  it('computes with the numbers it names', () => {
    expect(computed('deposit * (1 + rate / 100) ^ years', { deposit: '8400', rate: '4.5', years: '12' })).toMatch(
      /^14245\.4/,
    )
    expect([...formulaOf('a + round(b, 2) * a').names]).toEqual(['a', 'b'])
  })

  it.each([
    '',
    '1 +',
    '1 2',
    '(1',
    '1)',
    'unknown(1)',
    'min()',
    'round(1, 2, 3)',
    '1 ; 2',
    'process.exit()',
    'constructor',
    'toString(1)',
    '__proto__',
    'a["b"]',
    '`1`',
    '1 / 0',
    '0 ^ -1',
    '(-2) ^ 0.5',
    'sqrt(-1)',
    'ln(0)',
    'pmt(1, 2)',
    'rate(1, 1, 1)',
    '9 ^ 99999',
    '10 ^ 2000',
    'round(1, 99)',
    `${'('.repeat(40)}1${')'.repeat(40)}`,
    `1${' + 1'.repeat(200)}`,
  ])('%j has no value, and says why', (text) => {
    expect(() => computed(text)).toThrow(FormulaError)
  })

  it('any text has a value or a FormulaError, never anything else', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.+-*/^()<>=, abif'), maxLength: 40 }), (text) => {
        try {
          expect(
            formulaOf(text)
              .value({ a: new Exact(1), b: new Exact(2) })
              .isFinite(),
          ).toBe(true)
        } catch (error) {
          expect(error).toBeInstanceOf(FormulaError)
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it('gives what plain arithmetic gives', () => {
    const leaf = fc.integer({ min: -50, max: 50 }).map((value) => ({ text: `(${value})`, value }))
    const { tree } = fc.letrec<{ tree: { text: string; value: number } }>((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small' },
        leaf,
        fc.tuple(tie('tree'), fc.constantFrom('+', '-', '*'), tie('tree')).map(([one, sign, other]) => ({
          text: `(${one.text} ${sign} ${other.text})`,
          value:
            sign === '+' ? one.value + other.value : sign === '-' ? one.value - other.value : one.value * other.value,
        })),
      ),
    }))
    fc.assert(
      fc.property(tree, ({ text, value }) => {
        fc.pre(text.length <= 400 && Math.abs(value) < Number.MAX_SAFE_INTEGER)
        expect(Number(computed(text))).toBe(value === 0 ? 0 : value)
      }),
    )
  })
})

describe('rounding and showing', () => {
  it('a half goes away from zero, also one that a division left behind', () => {
    expect(rounded(new Exact('0.125'), 2).toFixed()).toBe('0.13')
    expect(rounded(new Exact('-0.125'), 2).toFixed()).toBe('-0.13')
    expect(rounded(new Exact(1).div(3).times('1.5'), 0).toFixed()).toBe('1')
  })

  it.each([
    ['14245', 'shekel', '₪14,245'],
    ['1234.5', 'shekel', '₪1,234.50'],
    ['-40', 'shekel', '−₪40'],
    ['0.001', 'shekel', '₪0'],
    ['4.50', 'percent', '4.5%'],
    ['1234567.123456', 'number', '1,234,567.1235'],
    ['12', 'years', '12'],
  ] as const)('%s in %s is shown as %s', (number, unit, text) => expect(shown(new Exact(number), unit)).toBe(text))
})
