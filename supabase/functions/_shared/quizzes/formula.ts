import { canonicalFormula, FormulaError, type FormulaTree, readFormula } from '../formula-tree.ts'
import { Exact, rounded } from './decimals.ts'
import { EXPONENTIAL, logarithmOf, MONEY, powerOf } from './money.ts'

export type Numbers = Readonly<Record<string, Exact>>
type Formula = { value: (numbers: Numbers) => Exact; names: ReadonlySet<string> }

const LARGEST = new Exact('1e18')

const truth = (holds: boolean) => new Exact(holds ? 1 : 0)
const FUNCTIONS: Record<string, (...values: Exact[]) => Exact> = {
  round: (value, digits = new Exact(0)) => rounded(value as Exact, wholeFrom(digits, 0, 10)),
  floor: (value) => (value as Exact).floor(),
  ceil: (value) => (value as Exact).ceil(),
  abs: (value) => (value as Exact).abs(),
  min: (...values) => Exact.min(...values),
  max: (...values) => Exact.max(...values),
  sqrt: (value) => powerOf(value as Exact, new Exact('0.5')),
  ln: (value) => logarithmOf(value as Exact),
  exp: (value) => EXPONENTIAL(value as Exact),
  ...MONEY,
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
    if (b.isZero()) throw new FormulaError('a division by zero', 'DIVISION')
    return a.div(b)
  },
  '^': powerOf,
  '<': (a, b) => truth(a.lt(b)),
  '<=': (a, b) => truth(a.lte(b)),
  '>': (a, b) => truth(a.gt(b)),
  '>=': (a, b) => truth(a.gte(b)),
  '=': (a, b) => truth(a.eq(b)),
}

type Node = (numbers: Numbers) => Exact

function bounded(value: Exact): Exact {
  if (!value.isFinite() || value.abs().gt(LARGEST)) throw new FormulaError('a number that is too large', 'TOO_LARGE')
  return value
}

/** What a formula comes to, of what it is made of. Hebrew words are names; signs of texts have no value. */
function computed(tree: FormulaTree, names: Set<string>): Node {
  switch (tree.kind) {
    case 'number': {
      const number = new Exact(tree.text)
      return () => number
    }
    case 'name':
    case 'words':
      names.add(tree.text)
      return (numbers) => {
        const number = Object.hasOwn(numbers, tree.text) ? numbers[tree.text] : undefined
        if (!number) throw new FormulaError(`${tree.text} has no value`)
        return number
      }
    case 'group':
      return computed(tree.of, names)
    case 'percent': {
      const inner = computed(tree.of, names)
      return (numbers) => inner(numbers).div(100)
    }
    case 'minus': {
      const inner = computed(tree.of, names)
      return (numbers) => inner(numbers).neg()
    }
    case 'call':
      return computedCall(
        tree.name,
        tree.parts.map((part) => computed(part, names)),
      )
    case 'pair': {
      const [left, right] = [computed(tree.left, names), computed(tree.right, names)]
      const operator = Object.hasOwn(OPERATORS, tree.sign) ? OPERATORS[tree.sign] : undefined
      if (!operator) throw new FormulaError(`${tree.sign} has no value`)
      return (numbers) => bounded(operator(left(numbers), right(numbers)))
    }
  }
}

function computedCall(name: string, inner: Node[]): Node {
  // Only the branch that holds has to have a value.
  if (name === 'if') {
    const [condition, yes, no] = inner as [Node, Node, Node]
    return (numbers) => (condition(numbers).isZero() ? no(numbers) : yes(numbers))
  }
  const known = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined
  if (!known) throw new FormulaError(`${name} is no function`)
  return (numbers) => bounded(known(...inner.map((node) => node(numbers))))
}

function parse(text: string): Formula {
  const names = new Set<string>()
  const value = computed(readFormula(canonicalFormula(text)), names)
  return { value, names }
}

const KEPT = 2_000
const kept = new Map<string, Formula>()

/**
 * Reads a formula: decimals, names, `+ - * / ^ % ( )` with the signs of print for them, comparisons `< <= > >= =`
 * (1 or 0), and round(x, digits), floor, ceil, abs, min, max, if(condition, yes, no), sqrt, ln, exp, pmt, fv, pv, nper,
 * rate. Nothing of it is run as code.
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
