import plan from 'libphonenumber-js/metadata.max.json'
import { expect, it } from 'vitest'

/** What a pattern matches: for each length, the digits that it may begin with. */
type Shapes = Map<number, Set<string>>
type Plan = { country_calling_codes: Record<string, string[]>; countries: Record<string, unknown[]> }

/** Fixed line, mobile, personal and voice over IP: numbers that reach a person, by their place in the plan. */
const KINDS = [0, 1, 4, 8]
const TYPES_AT = 11
const GENERAL_AT = 2
const DIGITS = '0123456789'
/** Israel's 153 leads to the fax of a number, and no number that reaches a person has more than nine digits. */
const LONGEST: Record<string, number> = { '972': 9 }

function add(shapes: Shapes, length: number, firsts: Iterable<string>): void {
  const known = shapes.get(length) ?? new Set()
  for (const first of firsts) known.add(first)
  shapes.set(length, known)
}

function join(left: Shapes, right: Shapes): Shapes {
  const both: Shapes = new Map()
  for (const [long, firsts] of left)
    for (const [more, others] of right) add(both, long + more, long > 0 ? firsts : others)
  return both
}

const NOTHING = (): Shapes => new Map([[0, new Set<string>()]])
const one = (digits: string): Shapes => new Map([[1, new Set(digits)]])

/** Reads the part of regular expressions that numbering plans use: groups, choices, classes of digits and counts. */
function shapesOf(pattern: string): Shapes {
  let rest = pattern
  const take = (expression: RegExp): RegExpMatchArray | null => {
    const found = rest.match(expression)
    if (found) rest = rest.slice(found[0].length)
    return found
  }
  function atom(): Shapes {
    if (take(/^\(\?:/)) {
      const inner = choice()
      take(/^\)/)
      return inner
    }
    const set = take(/^\[([^\]]+)\]/)?.[1]
    if (set) return one([...DIGITS].filter((digit) => new RegExp(`[${set}]`).test(digit)).join(''))
    return one(take(/^\\d/) ? DIGITS : (take(/^\d/)?.[0] ?? ''))
  }
  function sequence(): Shapes {
    let all = NOTHING()
    while (rest && !/^[|)]/.test(rest)) {
      const part = atom()
      const counts = take(/^(\?|\{(\d+)(?:,(\d+))?\})/)
      const [least, most] = !counts
        ? [1, 1]
        : counts[1] === '?'
          ? [0, 1]
          : [Number(counts[2]), Number(counts[3] ?? counts[2])]
      const ways: Shapes = new Map()
      let repeated = NOTHING()
      for (let count = 0; count <= most; count++) {
        if (count >= least) for (const [length, firsts] of repeated) add(ways, length, firsts)
        repeated = join(repeated, part)
      }
      all = join(all, ways)
    }
    return all
  }
  function choice(): Shapes {
    const all = sequence()
    while (take(/^\|/)) for (const [length, firsts] of sequence()) add(all, length, firsts)
    return all
  }
  return choice()
}

/** The shortest pattern that matches these shapes and nothing else. */
function write(shapes: Shapes): string {
  const byFirsts = new Map<string, number[]>()
  for (const [length, firsts] of [...shapes].sort(([a], [b]) => a - b)) {
    const set = [...firsts].sort().join('')
    byFirsts.set(set, [...(byFirsts.get(set) ?? []), length])
  }
  const parts: string[] = []
  for (const [firsts, lengths] of byFirsts) {
    for (let at = 0; at < lengths.length; ) {
      let end = at
      while (lengths[end + 1] === (lengths[end] ?? 0) + 1) end++
      const [from, to] = [(lengths[at] ?? 0) - 1, (lengths[end] ?? 0) - 1]
      parts.push(`${firsts.length > 1 ? `[${firsts}]` : firsts}\\d{${from === to ? from : `${from},${to}`}}`)
      at = end + 1
    }
  }
  return parts.join('|')
}

function patternsOf({ country_calling_codes, countries }: Plan): Record<string, string> {
  const patterns = Object.entries(country_calling_codes).map(([code, regions]) => {
    const shapes: Shapes = new Map()
    for (const region of regions) {
      const types = countries[region]?.[TYPES_AT] as ([string] | 0)[] | undefined
      const sources = KINDS.map((kind) => types?.[kind]).flatMap((type) => (type ? [type[0]] : []))
      if (sources.length === 0) sources.push(countries[region]?.[GENERAL_AT] as string)
      for (const source of sources)
        for (const [length, firsts] of shapesOf(source))
          if (length > 1 && length + code.length <= 15 && length <= (LONGEST[code] ?? 15)) add(shapes, length, firsts)
    }
    return [code, write(shapes)] as const
  })
  return Object.fromEntries(patterns)
}

function fileOf(patterns: Record<string, string>): string {
  const lines = Object.entries(patterns).map(([code, pattern]) => `  ${code}: '${pattern.replaceAll('\\', '\\\\')}',\n`)
  return `/** What a national number looks like, by calling code; written by the test beside it from libphonenumber's plans. */
export const PHONE_PATTERNS: Readonly<Record<string, string>> = {
${lines.join('')}}
`
}

it('[5-06] the patterns are those of the numbering plans, by length and first digit (-u writes them anew)', async () => {
  await expect(fileOf(patternsOf(plan as unknown as Plan))).toMatchFileSnapshot('phone-patterns.rules.ts')
})
