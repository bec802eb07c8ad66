import { type FormulaTree, readFormula } from '../../../../supabase/functions/_shared/formula-tree.ts'

export {
  canonicalFormula,
  FormulaError,
  type FormulaTree,
  plainFormula,
  readFormula,
} from '../../../../supabase/functions/_shared/formula-tree.ts'

/** An element of MathML: its name, its attributes, and what is inside. */
export type MathPart = readonly [tag: string, attrs: Readonly<Record<string, string>>, ...inside: (MathPart | string)[]]

const part = (tag: string, ...inside: (MathPart | string)[]): MathPart => [tag, {}, ...inside]
const sign = (text: string): MathPart => part('mo', text)

const GREEK: Readonly<Record<string, string>> = {
  alpha: 'α',
  beta: 'β',
  gamma: 'γ',
  delta: 'δ',
  Delta: 'Δ',
  lambda: 'λ',
  mu: 'μ',
  pi: 'π',
  rho: 'ρ',
  sigma: 'σ',
  Sigma: 'Σ',
}
const SIGNS: Readonly<Record<string, string>> = { '*': '·', '-': '−', '<=': '≤', '>=': '≥' }
/** What stands around a number in the place of the function's name. */
const FENCES: Readonly<Record<string, readonly [open: string, close: string]>> = {
  abs: ['|', '|'],
  floor: ['⌊', '⌋'],
  ceil: ['⌈', '⌉'],
}

/** A word of a formula may be the name of something that every object has, as `constructor`. */
const ownOf = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined
const letter = (name: string) => ownOf(GREEK, name) ?? name

/** A name, with what follows its first low stroke as its index: PV_0. */
function nameOf(name: string): MathPart {
  const [, base, index] = /^([^_]+)_+(\w+)$/.exec(name) ?? []
  if (!base || !index) return part('mi', letter(name))
  return part('msub', part('mi', letter(base)), part(/^\d/.test(index) ? 'mn' : 'mi', letter(index)))
}

/** What was grouped for the eye of who writes, where a fraction line or a raised place groups already. */
const bare = (tree: FormulaTree): FormulaTree => (tree.kind === 'group' ? tree.of : tree)

function callOf(name: string, parts: FormulaTree[]): MathPart {
  const inside = parts.map(partOf)
  const [first = part('mrow'), from = part('mrow'), to = part('mrow'), what = part('mrow')] = inside
  if (name === 'sqrt') return part('msqrt', first)
  if (name === 'sum') return part('mrow', part('munderover', sign('∑'), part('mrow', first, sign('='), from), to), what)
  const fence = FENCES[name]
  if (fence) return part('mrow', sign(fence[0]), first, sign(fence[1]))
  const listed = inside.flatMap((one, index) => (index === 0 ? [one] : [sign(','), one]))
  return part('mrow', part('mi', name), sign('('), ...listed, sign(')'))
}

function partOf(tree: FormulaTree): MathPart {
  switch (tree.kind) {
    case 'number':
      return part('mn', tree.text)
    case 'name':
      return nameOf(tree.text)
    case 'words':
      return ['mtext', { dir: 'rtl' }, tree.text]
    case 'minus':
      return part('mrow', sign('−'), partOf(tree.of))
    case 'percent':
      return part('mrow', partOf(tree.of), sign('%'))
    case 'group':
      return part('mrow', sign('('), partOf(tree.of), sign(')'))
    case 'call':
      return callOf(tree.name, tree.parts)
    case 'pair': {
      const { left, right } = tree
      if (tree.sign === '/') return part('mfrac', partOf(bare(left)), partOf(bare(right)))
      if (tree.sign === '^') return part('msup', partOf(left), partOf(bare(right)))
      return part('mrow', partOf(left), sign(SIGNS[tree.sign] ?? tree.sign), partOf(right))
    }
  }
}

/** A formula as MathML; `isBlock` for one that has a line of its own. @throws FormulaError */
export const mathOf = (text: string, isBlock = false): MathPart => [
  'math',
  { dir: 'ltr', display: isBlock ? 'block' : 'inline' },
  partOf(readFormula(text)),
]

/** The words that a formula is read aloud with. */
export type FormulaWords = Readonly<{
  signs: Readonly<Record<string, string>>
  minus: string
  percent: (inner: string) => string
  group: (inner: string) => string
  fraction: (above: string, below: string) => string
  calls: Readonly<Record<string, (...parts: string[]) => string>>
  letters: Readonly<Record<string, string>>
}>

const isWhole = ({ kind }: FormulaTree) => kind === 'number' || kind === 'name' || kind === 'words'

/** A formula as somebody would read it to another. */
export function formulaInWords(tree: FormulaTree, words: FormulaWords): string {
  const say = (inner: FormulaTree) => formulaInWords(inner, words)
  switch (tree.kind) {
    case 'name':
      return tree.text
        .split(/_+/)
        .map((letters) => ownOf(words.letters, letters) ?? letters)
        .join(' ')
    case 'minus':
      return `${words.minus} ${say(tree.of)}`
    case 'percent':
      return words.percent(say(tree.of))
    case 'group':
      return words.group(say(tree.of))
    case 'call':
      return words.calls[tree.name]?.(...tree.parts.map(say)) ?? [tree.name, ...tree.parts.map(say)].join(' ')
    case 'pair': {
      const [left, right] = [bare(tree.left), bare(tree.right)]
      if (tree.sign === '/' && !(isWhole(left) && isWhole(right))) return words.fraction(say(left), say(right))
      return `${say(tree.left)} ${words.signs[tree.sign]} ${say(tree.right)}`
    }
    default:
      return tree.text
  }
}
