import * as z from 'zod/mini'
import { foldDigits, stripInvisible } from '../../invisible.ts'
import { mapPart } from '../answers.ts'
import { problem } from '../problems.ts'
import { opaqueIds, randomOf, shuffled } from '../random.ts'
import { checkShape, common, idText, line, option, unique } from '../shapes.ts'
import { countParts } from '../statistics.ts'
import { readTypedNumber } from '../typed-number.ts'
import type { FillIn, Option, Problem, QuestionKind } from '../types.ts'

const options = z.array(option).check(z.minLength(2), z.maxLength(8))
const gap = z.union([
  z.strictObject({ id: idText, why: line(1000), options, right: idText }),
  z.strictObject({
    id: idText,
    why: line(1000),
    accepted: z.array(line(100)).check(z.minLength(1), z.maxLength(20)),
  }),
])
const shape = z.strictObject({
  ...common,
  kind: z.literal('fill-in'),
  gaps: z.array(gap).check(z.minLength(1), z.maxLength(8)),
})

const PLACE = /\[\[([a-z0-9-]{1,20})\]\]/g

/**
 * Typed words that mean the same: without points, invisible letters, marks at the end and doubled spaces; each sign in one
 * form, two apostrophes as gershayim, no blank between a number and its sign, and a number as its value.
 */
function plain(text: string): string {
  const words = foldDigits(stripInvisible(text))
    .normalize('NFKD')
    .replace(/[\u0591-\u05bd\u05bf-\u05c7]/g, '')
    .replace(/['`´‘’‚‛′׳]/g, "'")
    .replace(/["“”„‟″״]|''/g, '"')
    .replace(/[-־‐‑‒–—−]/g, '-')
    .replace(/\s+/g, ' ')
    .replace(/(\d) (?=[%₪$])|([₪$]) (?=\d)/g, '$1$2')
    .trim()
    .replace(/[ .,!?;:]+$/, '')
    .toLowerCase()
  // Days and codes are no numbers: 1.10 is not 1.1, and 007 is not 7.
  const isNumber = /^[\d.,'() +-]+$/.test(words) && !/^\W*0\d|\.\d*0\W*$/.test(words)
  const number = readTypedNumber(words, 'number')
  return isNumber && number.state === 'read' ? number.value : words
}

type Gap = FillIn['gaps'][number]
type ShownGap = {
  id: string
  shownId: string
  why: string
  /** Of a gap that is chosen; a typed one has what is accepted instead. */
  options: (Option & { shownId: string })[]
  accepted: string[]
  rightAnswer: string
}

/** One gap as an attempt shows it, its options in a drawn order under names of their own. */
function shownGap(gap: Gap, seed: string, at: number): ShownGap {
  const { id, why } = gap
  const shownId = String(at + 1)
  if (!('options' in gap))
    return { id, shownId, why, options: [], accepted: gap.accepted.map(plain), rightAnswer: gap.accepted[0] ?? '' }
  const random = randomOf(seed, `gap ${at}`)
  const drawn = shuffled(gap.options, random)
  const ids = opaqueIds(drawn.length, random)
  const options = drawn.map((one, place) => ({ ...one, shownId: ids[place] as string }))
  const rightAnswer = options.find((one) => one.id === gap.right)?.shownId ?? ''
  return { id, shownId, why, options, accepted: [], rightAnswer }
}

/** The gaps in the order of the text, numbered. */
const shownGaps = (definition: FillIn, seed: string): ShownGap[] =>
  [...definition.text.matchAll(PLACE)].flatMap(([, id], at) => {
    const gap = definition.gaps.find((one) => one.id === id)
    return gap ? [shownGap(gap, seed, at)] : []
  })

function score(definition: FillIn, seed: string, answer: unknown) {
  const gaps = shownGaps(definition, seed)
  const filled = mapPart(answer, 'gaps')
  const parts = Object.fromEntries(
    gaps.flatMap(({ shownId, accepted, rightAnswer }): [string, boolean][] => {
      const given = filled.get(shownId)?.slice(0, 200)
      if (given === undefined || given.trim() === '') return []
      return [[shownId, accepted.length > 0 ? accepted.includes(plain(given)) : given === rightAnswer]]
    }),
  )
  const points = Object.values(parts).filter(Boolean).length / gaps.length
  return { points, correct: points === 1, parts }
}

function problemsOf({ text, gaps }: FillIn): Problem[] {
  const places = [...text.matchAll(PLACE)].map(([, id]) => id as string)
  const ids = gaps.map(({ id }) => id)
  return [
    ...unique('gaps', 'SAME_ID', ids),
    ...gaps.flatMap(({ id }, at) =>
      places.filter((place) => place === id).length === 1 ? [] : [problem(`gaps.${at}`, 'GAP_MISSING')],
    ),
    ...(places.every((place) => ids.includes(place)) ? [] : [problem('text', 'GAP_UNKNOWN')]),
    ...gaps.flatMap((one, at) => {
      if (!('options' in one)) return []
      const known = one.options.map(({ id }) => id)
      return [
        ...unique(`gaps.${at}.options`, 'SAME_ID', known),
        ...unique(
          `gaps.${at}.options`,
          'SAME_TEXT',
          one.options.map(({ text: words }) => words),
        ),
        ...(known.includes(one.right) ? [] : [problem(`gaps.${at}.right`, 'UNKNOWN_ID')]),
      ]
    }),
  ]
}

export const fillIn: QuestionKind<FillIn> = {
  validate: (definition) => checkShape(shape, definition, (fitting) => problemsOf(fitting as FillIn)),
  present(definition, seed) {
    let place = 0
    return {
      kind: definition.kind,
      text: definition.text.replace(PLACE, () => `[[${++place}]]`),
      topic: definition.topic,
      ...(definition.given && { given: definition.given }),
      gaps: shownGaps(definition, seed).map(({ shownId, options }) => ({
        id: shownId,
        ...(options.length > 0 && { options: options.map((one) => ({ id: one.shownId, text: one.text })) }),
      })),
    }
  },
  score,
  explain(definition, seed, answer) {
    const gaps = shownGaps(definition, seed)
    return {
      ...score(definition, seed, answer),
      right: { gaps: Object.fromEntries(gaps.map(({ shownId, rightAnswer }) => [shownId, rightAnswer])) },
      whys: Object.fromEntries(
        gaps.flatMap(({ shownId, why, options }) => [
          [shownId, why] as const,
          ...options.map((one) => [one.shownId, one.why] as const),
        ]),
      ),
      ...(definition.watchAgain && { watchAgain: definition.watchAgain }),
    }
  },
  statistics: (definition, answers) =>
    countParts(answers, score.bind(null, definition), (seed, answer) => {
      const { parts } = score(definition, seed, answer)
      return shownGaps(definition, seed).flatMap(({ id, shownId }) => (parts[shownId] ? [id] : []))
    }),
}
