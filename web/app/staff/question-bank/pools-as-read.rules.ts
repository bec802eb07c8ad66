import { formatClock } from '~/shared/formats/clock'
import type { Definition, Pool } from './definitions.rules'
import { partsOfKind } from './kind-parts.rules'
import { readPools } from './pools.rules'
import { bankText } from './question-bank.he'
import { shapeText as text } from './question-shapes.he'
import { type Loose, type Part, partAt } from './question-shapes.rules'

/** Every field of a question as a line, in the order of its form. */
export const questionAsRead = (definition: Definition): string =>
  [bankText.kinds[definition.kind], ...linesOf(partsOfKind(definition.kind), definition as unknown as Loose, '')].join(
    '\n',
  )

function linesOf(parts: readonly Part[], whole: Loose, indent: string, owner?: Loose): string[] {
  return parts.flatMap((part): string[] => {
    if (part.type === 'right') return isRight(owner?.right, whole.id) ? [`${indent}(${text.rightOne})`] : []
    if (part.type === 'variant') {
      const variant = part.variants.find(({ mark }) => mark in whole)
      return variant ? linesOf(variant.parts, whole, indent, owner) : []
    }
    const value = partAt(whole, part.path)
    if (part.type === 'list')
      return ((value ?? []) as Loose[]).flatMap((item, at) => [
        `${indent}${bankText.item(part.item, at + 1)}`,
        ...linesOf(part.parts, item, `${indent}  `, whole),
      ])
    const shown = wordsOf(part, value)
    return shown === '' ? [] : [`${indent}${part.label}: ${shown}`]
  })
}

const isRight = (right: unknown, id: unknown): boolean => (Array.isArray(right) ? right.includes(id) : right === id)

function wordsOf(part: Exclude<Part, { type: 'right' | 'variant' | 'list' }>, value: unknown): string {
  if (part.type === 'switch') return value === true ? text.yes : ''
  if (part.type === 'choice')
    return part.values.find(([one]) => JSON.stringify(one) === JSON.stringify(value))?.[1] ?? ''
  if (part.type === 'lines') return Array.isArray(value) ? value.join(' | ') : ''
  if (part.type !== 'film') return typeof value === 'string' ? value : ''
  const film = value as { lesson: string; second: number } | undefined
  return film ? `${film.lesson} ${formatClock(film.second)}` : ''
}

/** Pools in their order: topic, how many are drawn, and the first words of each question. */
const outlineOf = (pools: readonly Pool[]): string =>
  pools
    .map(({ topic, draw, questions }, at) =>
      [
        `${bankText.pool(at + 1)}: ${topic} (${bankText.draw}: ${draw ?? bankText.all})`,
        ...questions.map(({ definition }) => `- ${definition.text}`),
      ].join('\n'),
    )
    .join('\n')

/** The pools as a person reads them: their order and rules, then every question whole. */
export function poolsAsRead(json: string): string {
  const pools = readPools(json)
  const questions = pools.flatMap((pool) => pool.questions.map(({ definition }) => questionAsRead(definition)))
  return [outlineOf(pools), ...questions].join('\n\n')
}

/** What differs between the questions of two versions: the order and rules of pools, and each changed question whole. */
export function poolDifferences(from: string, to: string): { before: string; after: string } {
  const [old, made] = [readPools(from), readPools(to)]
  const outlines = [outlineOf(old), outlineOf(made)]
  const questions = [old, made].map(
    (pools) => new Map(pools.flatMap((pool) => pool.questions.map((one) => [one.id, questionAsRead(one.definition)]))),
  )
  const [before, after] = [0, 1].map((side) => {
    const own = [...(questions[side] ?? [])].filter(([id, shown]) => questions[1 - side]?.get(id) !== shown)
    const outline = outlines[0] === outlines[1] ? [] : [outlines[side] ?? '']
    return [...outline, ...own.map(([, shown]) => shown)].join('\n\n')
  })
  return { before: before ?? '', after: after ?? '' }
}
