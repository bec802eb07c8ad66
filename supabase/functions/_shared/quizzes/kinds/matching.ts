import * as z from 'zod/mini'
import { mapPart } from '../answers.ts'
import { opaqueIds, randomOf, shuffled } from '../random.ts'
import { checkShape, common, idText, line, unique } from '../shapes.ts'
import { countParts } from '../statistics.ts'
import type { Matching, QuestionKind } from '../types.ts'

const pair = z.strictObject({ id: idText, left: line(), right: line(), why: line(1000) })
const shape = z.strictObject({
  ...common,
  kind: z.literal('matching'),
  pairs: z.array(pair).check(z.minLength(2), z.maxLength(8)),
  extra: z.optional(z.array(z.strictObject({ id: idText, right: line() })).check(z.maxLength(4))),
})

/** Both sides as one attempt shows them: the left as written, the right in a drawn order. */
function shownSides({ pairs, extra = [] }: Matching, seed: string) {
  const random = randomOf(seed, 'pairs')
  const rights = shuffled([...pairs.map(({ id, right }) => ({ id, right })), ...extra], random)
  const ids = opaqueIds(pairs.length + rights.length, random)
  const right = rights.map((one, at) => ({ ...one, shownId: ids[at] as string }))
  const left = pairs.map((one, at) => ({
    ...one,
    shownId: ids[rights.length + at] as string,
    rightId: right.find(({ id }) => id === one.id)?.shownId ?? '',
  }))
  return { left, right }
}

function score(definition: Matching, seed: string, answer: unknown) {
  const { left } = shownSides(definition, seed)
  const chosen = mapPart(answer, 'pairs')
  const parts = Object.fromEntries(
    left
      .filter(({ shownId }) => chosen.has(shownId))
      .map(({ shownId, rightId }) => [shownId, chosen.get(shownId) === rightId] as const),
  )
  const points = Object.values(parts).filter(Boolean).length / left.length
  return { points, correct: points === 1, parts }
}

export const matching: QuestionKind<Matching> = {
  validate: (definition) =>
    checkShape(shape, definition, ({ pairs, extra = [] }) => [
      ...unique(
        'pairs',
        'SAME_ID',
        [...pairs, ...extra].map(({ id }) => id),
      ),
      ...unique(
        'pairs',
        'SAME_TEXT',
        [...pairs, ...extra].map(({ right }) => right),
      ),
      ...unique(
        'pairs',
        'SAME_TEXT',
        pairs.map(({ left }) => left),
      ),
    ]),
  present(definition, seed) {
    const { left, right } = shownSides(definition, seed)
    return {
      kind: definition.kind,
      text: definition.text,
      topic: definition.topic,
      ...(definition.given && { given: definition.given }),
      left: left.map(({ shownId, left: text }) => ({ id: shownId, text })),
      right: right.map(({ shownId, right: text }) => ({ id: shownId, text })),
    }
  },
  score,
  explain(definition, seed, answer) {
    const { left } = shownSides(definition, seed)
    return {
      ...score(definition, seed, answer),
      right: { pairs: Object.fromEntries(left.map(({ shownId, rightId }) => [shownId, rightId])) },
      whys: Object.fromEntries(left.map(({ shownId, why }) => [shownId, why])),
      ...(definition.watchAgain && { watchAgain: definition.watchAgain }),
    }
  },
  statistics: (definition, answers) =>
    countParts(answers, score.bind(null, definition), (seed, answer) => {
      const { left } = shownSides(definition, seed)
      const chosen = mapPart(answer, 'pairs')
      return left.flatMap(({ id, shownId, rightId }) => (chosen.get(shownId) === rightId ? [id] : []))
    }),
}
