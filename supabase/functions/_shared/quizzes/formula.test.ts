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
    '2 ^ 0.5',
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
