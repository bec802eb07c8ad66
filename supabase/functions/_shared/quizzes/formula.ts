import { Exact, rounded } from './decimals.ts'

/** Why a formula has no value: it cannot be read, names what is not there, or comes to nothing that can be shown. */
export class FormulaError extends Error {
  override name = 'FormulaError'
}

export type Numbers = Readonly<Record<string, Exact>>
type Formula = { value: (numbers: Numbers) => Exact; names: ReadonlySet<string> }

const LONGEST = 500
const DEEPEST = 30
const HIGHEST_POWER = 2_000
const LARGEST = new Exact('1e18')
const TOKEN = /\s*(\d{1,15}(?:\.\d{1,10})?|[A-Za-z][A-Za-z0-9_]{0,30}|<=|>=|[-+*/^(),<>=])/y

const truth = (holds: boolean) => new Exact(holds ? 1 : 0)
const FUNCTIONS: Record<string, { arguments: [least: number, most: number]; of: (...values: Exact[]) => Exact }> = {
  round: {
    arguments: [1, 2],
    of: (value, digits = new Exact(0)) => rounded(value as Exact, wholeFrom(digits, 0, 10)),
  },
  floor: { arguments: [1, 1], of: (value) => (value as Exact).floor() },
  ceil: { arguments: [1, 1], of: (value) => (value as Exact).ceil() },
  abs: { arguments: [1, 1], of: (value) => (value as Exact).abs() },
  min: { arguments: [1, 8], of: (...values) => Exact.min(...values) },
  max: { arguments: [1, 8], of: (...values) => Exact.max(...values) },
  if: { arguments: [3, 3], of: (condition, yes, no) => ((condition as Exact).isZero() ? no : yes) as Exact },
}

function wholeFrom(value: Exact, least: number, most: number): number {
  if (!value.isInteger() || value.lt(least) || value.gt(most))
    throw new FormulaError(`${value} is no whole number from ${least} to ${most}`)
  return value.toNumber()
}

const OPERATORS: Record<string, (a: Exact, b: Exact) => Exact> = {
  '+': (a, b) => a.plus(b),
  '-': (a, b) => a.minus(b),
  '*': (a, b) => a.times(b),
  '/': (a, b) => {
    if (b.isZero()) throw new FormulaError('a division by zero')
    return a.div(b)
  },
  '^': (a, b) => {
    const power = wholeFrom(b, -HIGHEST_POWER, HIGHEST_POWER)
    if (a.isZero() && power < 0) throw new FormulaError('a division by zero')
    return a.pow(power)
  },
  '<': (a, b) => truth(a.lt(b)),
  '<=': (a, b) => truth(a.lte(b)),
  '>': (a, b) => truth(a.gt(b)),
  '>=': (a, b) => truth(a.gte(b)),
  '=': (a, b) => truth(a.eq(b)),
}

/** What binds tighter has the higher number; all but powers go from left to right. */
const BINDING: Record<string, number> = {
  '<': 1,
  '<=': 1,
  '>': 1,
  '>=': 1,
  '=': 1,
  '+': 2,
  '-': 2,
  '*': 3,
  '/': 3,
  '^': 5,
}
const SIGN_BINDING = 4

type Node = (numbers: Numbers) => Exact

function bounded(value: Exact): Exact {
  if (!value.isFinite() || value.abs().gt(LARGEST)) throw new FormulaError('a number that is too large')
  return value
}

function tokensOf(text: string): string[] {
  if (text.length > LONGEST) throw new FormulaError(`longer than ${LONGEST} characters`)
  const tokens: string[] = []
  const token = new RegExp(TOKEN)
  for (let end = text.trimEnd().length; token.lastIndex < end; ) {
    const at = token.lastIndex
    const found = token.exec(text)
    if (!found?.[1]) throw new FormulaError(`cannot be read at ${at + 1}`)
    tokens.push(found[1])
  }
  return tokens
}

/** Reads by precedence climbing (Pratt): one function for operands, one for what follows them. */
function parse(text: string): Formula {
  const tokens = tokensOf(text)
  const names = new Set<string>()
  let at = 0
  let depth = 0

  function need(symbol: string): void {
    if (tokens[at] !== symbol) throw new FormulaError(`${symbol} is missing`)
    at += 1
  }

  function operand(): Node {
    const token = tokens[at]
    if (token === undefined) throw new FormulaError('ends too early')
    at += 1
    if (token === '-') {
      const inner = expression(SIGN_BINDING)
      return (numbers) => inner(numbers).neg()
    }
    if (token === '(') {
      const inner = expression(0)
      need(')')
      return inner
    }
    if (/^\d/.test(token)) {
      const number = new Exact(token)
      return () => number
    }
    if (!/^[A-Za-z]/.test(token)) throw new FormulaError(`${token} stands where a number belongs`)
    if (tokens[at] === '(') return call(token)
    names.add(token)
    return (numbers) => {
      const number = Object.hasOwn(numbers, token) ? numbers[token] : undefined
      if (!number) throw new FormulaError(`${token} has no value`)
      return number
    }
  }

  function call(name: string): Node {
    const known = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined
    if (!known) throw new FormulaError(`${name} is no function`)
    at += 1
    const inner = [expression(0)]
    while (tokens[at] === ',') {
      at += 1
      inner.push(expression(0))
    }
    need(')')
    const [least, most] = known.arguments
    if (inner.length < least || inner.length > most) throw new FormulaError(`${name} takes ${least} to ${most} numbers`)
    // Only the branch that holds has to have a value.
    if (name === 'if') {
      const [condition, yes, no] = inner as [Node, Node, Node]
      return (numbers) => (condition(numbers).isZero() ? no(numbers) : yes(numbers))
    }
    return (numbers) => known.of(...inner.map((node) => node(numbers)))
  }

  function expression(least: number): Node {
    depth += 1
    if (depth > DEEPEST) throw new FormulaError(`nested deeper than ${DEEPEST}`)
    let left = operand()
    for (;;) {
      const sign = tokens[at] ?? ''
      const binding = Object.hasOwn(BINDING, sign) ? (BINDING[sign] as number) : 0
      if (binding === 0 || binding < least) break
      at += 1
      const right = expression(sign === '^' ? binding : binding + 1)
      const [one, operator] = [left, OPERATORS[sign] as (a: Exact, b: Exact) => Exact]
      left = (numbers) => bounded(operator(one(numbers), right(numbers)))
    }
    depth -= 1
    return left
  }

  const value = expression(0)
  if (at !== tokens.length) throw new FormulaError(`${tokens[at]} is left over`)
  return { value, names }
}

const KEPT = 2_000
const kept = new Map<string, Formula>()

/**
 * Reads a formula: decimals, names, `+ - * / ^ ( )`, comparisons `< <= > >= =` (1 or 0), and round(x, digits), floor,
 * ceil, abs, min, max, if(condition, yes, no). Nothing of it is run as code.
 * @throws FormulaError; the value throws it too
 */
export function formulaOf(text: string): Formula {
  const known = kept.get(text)
  if (known) return known
  const formula = parse(text)
  if (kept.size >= KEPT) kept.clear()
  kept.set(text, formula)
  return formula
}
