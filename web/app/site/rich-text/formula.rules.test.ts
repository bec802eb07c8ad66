import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { formulaWords } from './formula.he'
import {
  canonicalFormula,
  FormulaError,
  formulaInWords,
  type MathPart,
  mathOf,
  plainFormula,
  readFormula,
} from './formula.rules'

/** The database lets in what is read here; both run against these cases. */
const { read, refused } = JSON.parse(
  readFileSync(new URL('../../../../supabase/tests/formula-cases.json', import.meta.url), 'utf8'),
) as { read: string[]; refused: string[] }

it.each(read)('reads, draws and says %j', (text) => {
  expect(mathOf(text)[0]).toBe('math')
  expect(formulaInWords(readFormula(text), formulaWords)).not.toMatch(/undefined|[()*^]/)
})

it.each(refused)('does not read %j', (text) => expect(() => readFormula(text)).toThrow(FormulaError))

const written = ([tag, , ...inside]: MathPart): string =>
  `${tag}(${inside.map((one) => (typeof one === 'string' ? one : written(one))).join(' ')})`

it.each([
  ['(a + 1) / 2', 'mfrac(mrow(mi(a) mo(+) mn(1)) mn(2))'],
  ['(1 + r)^(1 / n)', 'msup(mrow(mo(() mrow(mn(1) mo(+) mi(r)) mo())) mfrac(mn(1) mi(n)))'],
  ['sum(t, 1, n, CF_t)', 'mrow(munderover(mo(∑) mrow(mi(t) mo(=) mn(1)) mi(n)) msub(mi(CF) mi(t)))'],
  ['sqrt(sigma) - abs(x)', 'mrow(msqrt(mi(σ)) mo(−) mrow(mo(|) mi(x) mo(|)))'],
  ['max(a, 5%)', 'mrow(mi(max) mo(() mi(a) mo(,) mrow(mn(5) mo(%)) mo()))'],
])('draws %s as it is written by hand', (text, drawn) => {
  const [, , inside] = mathOf(text)
  expect(written(inside as MathPart)).toBe(drawn)
})

it('takes what was typed in signs of print, and writes them on one line', () => {
  expect(canonicalFormula(' 5 × 2 ÷ 1 −  3 ≤ x ')).toBe('5 * 2 / 1 - 3 <= x')
  expect(plainFormula('5 * 2 - 3 <= x')).toBe('5 × 2 − 3 ≤ x')
})
