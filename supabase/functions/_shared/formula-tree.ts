/** Why a formula cannot be read, or has no value. */
export type FormulaFault =
  | 'TOO_LONG'
  | 'UNREADABLE'
  | 'MISSING'
  | 'ENDS_EARLY'
  | 'NO_OPERAND'
  | 'NO_FUNCTION'
  | 'ARGUMENTS'
  | 'TOO_DEEP'
  | 'LEFT_OVER'
  | 'VALUE'
  | 'DIVISION'
  | 'TOO_LARGE'
  | 'POWER'
  | 'ROOT'
  | 'LOGARITHM'
  | 'RATE'

/**
 * A formula that cannot be read, names what is not there, or comes to nothing that can be shown.
 * `part` is the sign or word that is at fault.
 */
export class FormulaError extends Error {
  override name = 'FormulaError'
  readonly fault: FormulaFault
  readonly part: string
  constructor(message: string, fault: FormulaFault = 'VALUE', part = '') {
    super(message)
    this.fault = fault
    this.part = part
  }
}

export type FormulaSign = '+' | '-' | '*' | '/' | '^' | '<' | '<=' | '>' | '>=' | '=' | '≈'

/** What a formula is made of. `group` is what stood in brackets; `words` are Hebrew and stand for a quantity. */
export type FormulaTree =
  | { kind: 'number' | 'name' | 'words'; text: string }
  | { kind: 'minus' | 'percent' | 'group'; of: FormulaTree }
  | { kind: 'call'; name: string; parts: FormulaTree[] }
  | { kind: 'pair'; sign: FormulaSign; left: FormulaTree; right: FormulaTree }

const LONGEST = 500
const DEEPEST = 30
const TOKEN =
  /\s*(\d{1,15}(?:\.\d{1,10})?|[A-Za-z][A-Za-z0-9_]{0,30}|[א-ת](?:[א-ת׳״'"־ ]{0,58}[א-ת׳])?|<=|>=|[-+*/^(),<>=≈%])/y

/** The functions with the least and the most numbers that they take. */
const FUNCTIONS: Readonly<Record<string, readonly [least: number, most: number]>> = {
  round: [1, 2],
  floor: [1, 1],
  ceil: [1, 1],
  abs: [1, 1],
  min: [1, 8],
  max: [1, 8],
  if: [3, 3],
  sqrt: [1, 1],
  ln: [1, 1],
  exp: [1, 1],
  pmt: [3, 5],
  fv: [3, 5],
  pv: [3, 5],
  nper: [3, 5],
  rate: [3, 5],
  sum: [4, 4],
}

/** What binds tighter has the higher number; all but powers go from left to right. */
const BINDING: Readonly<Record<FormulaSign, number>> = {
  '<': 1,
  '<=': 1,
  '>': 1,
  '>=': 1,
  '=': 1,
  '≈': 1,
  '+': 2,
  '-': 2,
  '*': 3,
  '/': 3,
  '^': 5,
}
const MINUS_BINDING = 4
const isSign = (token: string): token is FormulaSign => Object.hasOwn(BINDING, token)

function tokensOf(text: string): string[] {
  if (text.length > LONGEST) throw new FormulaError(`longer than ${LONGEST} characters`, 'TOO_LONG')
  const tokens: string[] = []
  const token = new RegExp(TOKEN)
  for (let end = text.trimEnd().length; token.lastIndex < end; ) {
    const at = token.lastIndex
    const found = token.exec(text)
    if (!found?.[1])
      throw new FormulaError(`cannot be read at ${at + 1}`, 'UNREADABLE', text.slice(at).trim().charAt(0))
    tokens.push(found[1])
  }
  return tokens
}

/**
 * Reads a formula by precedence climbing (Pratt): decimals, names, Hebrew words, `+ - * / ^ ( )`, per cent, comparisons
 * `< <= > >= = ≈`, and round(x, digits), floor, ceil, abs, min, max, if(condition, yes, no), sqrt, ln, exp,
 * sum(index, from, to, what), and pmt, fv, pv, nper, rate as spreadsheets have them, also in capitals. Nothing of it is run as code.
 * @throws FormulaError
 */
export function readFormula(text: string): FormulaTree {
  const tokens = tokensOf(text)
  let at = 0
  let depth = 0

  function need(symbol: string): void {
    if (tokens[at] !== symbol) throw new FormulaError(`${symbol} is missing`, 'MISSING', symbol)
    at += 1
  }

  function operand(): FormulaTree {
    const token = tokens[at]
    if (token === undefined) throw new FormulaError('ends too early', 'ENDS_EARLY')
    at += 1
    if (token === '-') return { kind: 'minus', of: expression(MINUS_BINDING) }
    if (token === '(') {
      const of = expression(0)
      need(')')
      return { kind: 'group', of }
    }
    if (/^\d/.test(token)) return { kind: 'number', text: token }
    if (/^[א-ת]/.test(token)) return { kind: 'words', text: token }
    if (!/^[A-Za-z]/.test(token)) throw new FormulaError(`${token} stands where a number belongs`, 'NO_OPERAND', token)
    return tokens[at] === '(' ? call(token) : { kind: 'name', text: token }
  }

  function call(written: string): FormulaTree {
    // Spreadsheets write their functions in capitals.
    const name = written.toLowerCase()
    const bounds = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined
    if (!bounds) throw new FormulaError(`${written} is no function`, 'NO_FUNCTION', written)
    at += 1
    const parts = [expression(0)]
    while (tokens[at] === ',') {
      at += 1
      parts.push(expression(0))
    }
    need(')')
    const [least, most] = bounds
    if (parts.length < least || parts.length > most)
      throw new FormulaError(`${name} takes ${least} to ${most} numbers`, 'ARGUMENTS', name)
    return { kind: 'call', name, parts }
  }

  function expression(least: number): FormulaTree {
    depth += 1
    if (depth > DEEPEST) throw new FormulaError(`nested deeper than ${DEEPEST}`, 'TOO_DEEP')
    let left = operand()
    for (;;) {
      const sign = tokens[at] ?? ''
      if (sign === '%') left = { kind: 'percent', of: left }
      else if (!isSign(sign) || BINDING[sign] < least) break
      at += 1
      if (sign === '%') continue
      left = { kind: 'pair', sign, left, right: expression(sign === '^' ? BINDING[sign] : BINDING[sign] + 1) }
    }
    depth -= 1
    return left
  }

  const tree = expression(0)
  const rest = tokens[at]
  if (rest !== undefined) throw new FormulaError(`${rest} is left over`, 'LEFT_OVER', rest)
  return tree
}

const TYPED: Readonly<Record<string, string>> = {
  '×': '*',
  '·': '*',
  '÷': '/',
  '−': '-',
  '–': '-',
  '≤': '<=',
  '≥': '>=',
}

/** A formula as it is kept, of one that was typed or pasted: signs of print become those that are read. */
export const canonicalFormula = (typed: string): string =>
  typed
    .replace(/[×·÷−–≤≥]/g, (sign) => TYPED[sign] ?? sign)
    .replace(/\s+/g, ' ')
    .trim()

const WRITTEN: Readonly<Record<string, string>> = { '*': '×', '-': '−', '<=': '≤', '>=': '≥' }

/** A formula on one line, with the signs of print. */
export const plainFormula = (text: string): string => text.replace(/<=|>=|[*-]/g, (sign) => WRITTEN[sign] ?? sign)
