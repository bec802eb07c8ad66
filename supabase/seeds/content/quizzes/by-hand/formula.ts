import { type Fixed, fixed, least, most, ONE, over, rounded, times } from './fixed.ts'

type Numbers = Record<string, Fixed>

const truth = (holds: boolean): Fixed => (holds ? ONE : 0n)
const size = (value: Fixed): Fixed => (value < 0n ? -value : value)

const FUNCTIONS: Record<string, (...values: Fixed[]) => Fixed> = {
  round: (value = 0n, digits = 0n) => rounded(value, Number(digits / ONE)),
  min: (a = 0n, b = 0n) => least(a, b),
  max: (a = 0n, b = 0n) => most(a, b),
  abs: (value = 0n) => size(value),
  if: (condition = 0n, yes = 0n, no = 0n) => (condition === 0n ? no : yes),
}

const COMPARISONS: Record<string, (a: Fixed, b: Fixed) => boolean> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '=': (a, b) => a === b,
}

/** The value of a question's formula, and 1 or 0 for a comparison. */
export function valueOfFormula(formula: string, numbers: Numbers): Fixed {
  const tokens = formula.match(/\d+(?:\.\d+)?|[A-Za-z]\w*|[<>]=|\S/g) ?? []
  let at = 0
  const eat = (...symbols: string[]): string | undefined => {
    const token = tokens[at]
    if (token === undefined || !symbols.includes(token)) return undefined
    at += 1
    return token
  }
  const need = (symbol: string): void => {
    if (!eat(symbol)) throw new Error(`${symbol} is missing in ${formula}`)
  }
  const call = (name: string): Fixed => {
    const values = [comparison()]
    while (eat(',')) values.push(comparison())
    need(')')
    const known = FUNCTIONS[name]
    if (!known) throw new Error(`${name} is no function`)
    return known(...values)
  }
  const atom = (): Fixed => {
    const token = tokens[at] ?? ''
    at += 1
    if (token === '(') {
      const inside = comparison()
      need(')')
      return inside
    }
    if (/^\d/.test(token)) return fixed(token)
    if (eat('(')) return call(token)
    const number = numbers[token]
    if (number === undefined) throw new Error(`${token} has no value in ${formula}`)
    return number
  }
  const power = (): Fixed => {
    const base = atom()
    if (!eat('^')) return base
    const exponent = factor()
    if (exponent < 0n || exponent % ONE !== 0n) throw new Error(`not a whole power in ${formula}`)
    return Array.from({ length: Number(exponent / ONE) }).reduce<Fixed>((value) => times(value, base), ONE)
  }
  const factor = (): Fixed => (eat('-') ? -factor() : power())
  const product = (): Fixed => {
    let value = factor()
    for (let sign = eat('*', '/'); sign; sign = eat('*', '/')) {
      value = sign === '*' ? times(value, factor()) : over(value, factor())
    }
    return value
  }
  const total = (): Fixed => {
    let value = product()
    for (let sign = eat('+', '-'); sign; sign = eat('+', '-')) value += sign === '+' ? product() : -product()
    return value
  }
  const comparison = (): Fixed => {
    const left = total()
    const sign = eat(...Object.keys(COMPARISONS))
    return sign ? truth(COMPARISONS[sign]?.(left, total()) ?? false) : left
  }
  const value = comparison()
  if (at !== tokens.length) throw new Error(`${tokens[at]} is left over in ${formula}`)
  return value
}
