/** An equation found in a text: what it says, and how far its sides lie apart. */
export type Equation = { text: string; sides: number[]; approximate: boolean; holds: boolean }

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** The value of plain arithmetic with + − × ÷, brackets, percents, shekel signs and raised whole powers. */
export function evaluate(expression: string): number {
  const source = expression
    .replace(/[₪,\s]/g, '')
    .replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹]+/g, (digits) => `^${[...digits].map((digit) => SUPERSCRIPTS.indexOf(digit)).join('')}`)
  let at = 0
  const eat = (symbol: string): boolean => {
    if (source[at] !== symbol) return false
    at += 1
    return true
  }
  const atom = (): number => {
    if (eat('(')) {
      const inside = sum()
      if (!eat(')')) throw new Error(`an open bracket in ${expression}`)
      return inside
    }
    const number = /^\d+(\.\d+)?/.exec(source.slice(at))?.[0]
    if (number === undefined) throw new Error(`no number at ${at} in ${expression}`)
    at += number.length
    return Number(number)
  }
  const factor = (): number => {
    if (eat('−')) return -factor()
    let value = atom()
    if (eat('%')) value /= 100
    if (eat('^')) value **= atom()
    return value
  }
  const product = (): number => {
    let value = factor()
    for (;;) {
      if (eat('×')) value *= factor()
      else if (eat('÷')) value /= factor()
      else return value
    }
  }
  const sum = (): number => {
    let value = product()
    for (;;) {
      if (eat('+')) value += product()
      else if (eat('−')) value -= product()
      else return value
    }
  }
  const value = sum()
  if (at !== source.length) throw new Error(`${source.slice(at)} is left over in ${expression}`)
  return value
}

/** Half a unit of the last digit that is written, so that a rounded figure may differ by no more. */
const roundingOf = (written: string): number => {
  const decimals = /\.(\d+)/.exec(written)?.[1]?.length ?? 0
  return 0.5 * 10 ** -decimals * (written.includes('%') ? 0.01 : 1)
}

/** Every equation among the left-to-right runs of a text (between isolates), recomputed. */
export function equationsOf(text: string): Equation[] {
  return [...text.matchAll(/\u2066([^\u2069]*)\u2069/g)]
    .map((match) => match[1] ?? '')
    .filter((run) => /[=≈]/.test(run))
    .map((run) => {
      const parts = run.split(/[=≈]/).map((part) => part.trim())
      const sides = parts.map(evaluate)
      const approximate = run.includes('≈')
      const [first = 0, ...others] = sides
      const holds = others.every((side, index) => {
        const written = parts[index + 1] ?? ''
        const plain = /^−?₪?[\d,.]+%?$/.test(written)
        return Math.abs(first - side) <= (plain && approximate ? roundingOf(written) : 1e-9 * Math.abs(first)) + 1e-9
      })
      return { text: run, sides, approximate, holds }
    })
}
