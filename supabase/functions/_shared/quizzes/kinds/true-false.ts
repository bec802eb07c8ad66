import * as z from 'zod/mini'
import { truthPart } from '../answers.ts'
import { checkShape, common, line } from '../shapes.ts'
import { countParts } from '../statistics.ts'
import type { QuestionKind, TrueFalse } from '../types.ts'

const shape = z.strictObject({
  ...common,
  kind: z.literal('true-false'),
  right: z.boolean(),
  why: z.strictObject({ true: line(1000), false: line(1000) }),
})

function score(definition: TrueFalse, _seed: string, answer: unknown) {
  const claim = truthPart(answer, 'claim')
  const correct = claim === definition.right
  return { points: correct ? 1 : 0, correct, parts: claim === undefined ? {} : { [String(claim)]: correct } }
}

export const trueFalse: QuestionKind<TrueFalse> = {
  validate: (definition) => checkShape(shape, definition),
  present: ({ kind, text, topic, given }) => ({ kind, text, topic, ...(given && { given }) }),
  score,
  explain: (definition, seed, answer) => ({
    ...score(definition, seed, answer),
    right: { claim: definition.right },
    whys: { ...definition.why },
    ...(definition.watchAgain && { watchAgain: definition.watchAgain }),
  }),
  statistics: (definition, answers) =>
    countParts(answers, score.bind(null, definition), (_seed, answer) => {
      const claim = truthPart(answer, 'claim')
      return claim === undefined ? [] : [String(claim)]
    }),
}
