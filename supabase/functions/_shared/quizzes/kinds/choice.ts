import * as z from 'zod/mini'
import { listPart, textPart } from '../answers.ts'
import { problem } from '../problems.ts'
import { opaqueIds, randomOf, shuffled } from '../random.ts'
import { checkShape, common, idText, option, unique } from '../shapes.ts'
import { countParts } from '../statistics.ts'
import type { MultipleChoice, Option, Problem, QuestionKind, SingleChoice } from '../types.ts'

type Choice = SingleChoice | MultipleChoice
type ShownOption = Option & { shownId: string; isRight: boolean }

const options = z.array(option).check(z.minLength(2), z.maxLength(10))
const keepOrder = z.optional(z.boolean())
const singleShape = z.strictObject({
  ...common,
  kind: z.literal('single-choice'),
  options,
  right: idText,
  keepOrder,
})
const multipleShape = z.strictObject({
  ...common,
  kind: z.literal('multiple-choice'),
  options,
  right: z.array(idText).check(z.minLength(1)),
  keepOrder,
})

const rightsOf = ({ right }: Choice): string[] => (typeof right === 'string' ? [right] : right)

/** The options as one attempt shows them: in its order, under names of its own. */
function shownOptions(definition: Choice, seed: string): ShownOption[] {
  const random = randomOf(seed, 'options')
  const order = definition.keepOrder ? definition.options : shuffled(definition.options, random)
  const ids = opaqueIds(order.length, random)
  const rights = rightsOf(definition)
  return order.map((one, at) => ({ ...one, shownId: ids[at] as string, isRight: rights.includes(one.id) }))
}

function problemsOf(definition: Choice): Problem[] {
  const ids = definition.options.map(({ id }) => id)
  const rights = rightsOf(definition)
  return [
    ...unique('options', 'SAME_ID', ids),
    ...unique(
      'options',
      'SAME_TEXT',
      definition.options.map(({ text }) => text),
    ),
    ...unique('right', 'SAME_ID', rights),
    ...(rights.every((id) => ids.includes(id)) ? [] : [problem('right', 'UNKNOWN_ID')]),
    ...(rights.length < ids.length ? [] : [problem('right', 'NO_RIGHT')]),
  ]
}

const present = <Definition extends Choice>(definition: Definition, seed: string) => ({
  kind: definition.kind,
  text: definition.text,
  topic: definition.topic,
  ...(definition.given && { given: definition.given }),
  options: shownOptions(definition, seed).map(({ shownId, text }) => ({ id: shownId, text })),
})

const whysOf = (options: ShownOption[]) => Object.fromEntries(options.map(({ shownId, why }) => [shownId, why]))
const partsOf = (options: ShownOption[], chosen: string[]) =>
  Object.fromEntries(
    options.filter(({ shownId }) => chosen.includes(shownId)).map(({ shownId, isRight }) => [shownId, isRight]),
  )

function scoreSingle(definition: SingleChoice, seed: string, answer: unknown) {
  const parts = partsOf(shownOptions(definition, seed), [textPart(answer, 'choice') ?? ''])
  const correct = Object.values(parts).includes(true)
  return { points: correct ? 1 : 0, correct, parts }
}

/** A wrong choice takes back what a right one gave, so that choosing all is worth nothing. */
function scoreMultiple(definition: MultipleChoice, seed: string, answer: unknown) {
  const options = shownOptions(definition, seed)
  const parts = partsOf(options, listPart(answer, 'choices'))
  const rights = options.filter(({ isRight }) => isRight).length
  const chosen = Object.values(parts)
  const wrongs = chosen.filter((isRight) => !isRight).length
  const points = Math.max(0, (chosen.length - wrongs - wrongs) / rights)
  return { points, correct: points === 1, parts }
}

/** The id in the definition of each option that was chosen, over many attempts. */
const chosenOf = (definition: Choice, seed: string, chosen: string[]) =>
  shownOptions(definition, seed).flatMap(({ id, shownId }) => (chosen.includes(shownId) ? [id] : []))

export const singleChoice: QuestionKind<SingleChoice> = {
  validate: (definition) => checkShape(singleShape, definition, (fitting) => problemsOf(fitting as SingleChoice)),
  present,
  score: scoreSingle,
  explain(definition, seed, answer) {
    const options = shownOptions(definition, seed)
    return {
      ...scoreSingle(definition, seed, answer),
      right: { choice: options.find(({ isRight }) => isRight)?.shownId ?? '' },
      whys: whysOf(options),
      ...(definition.watchAgain && { watchAgain: definition.watchAgain }),
    }
  },
  statistics: (definition, answers) =>
    countParts(answers, scoreSingle.bind(null, definition), (seed, answer) =>
      chosenOf(definition, seed, [textPart(answer, 'choice') ?? '']),
    ),
}

export const multipleChoice: QuestionKind<MultipleChoice> = {
  validate: (definition) => checkShape(multipleShape, definition, (fitting) => problemsOf(fitting as MultipleChoice)),
  present,
  score: scoreMultiple,
  explain(definition, seed, answer) {
    const options = shownOptions(definition, seed)
    return {
      ...scoreMultiple(definition, seed, answer),
      right: { choices: options.flatMap(({ isRight, shownId }) => (isRight ? [shownId] : [])) },
      whys: whysOf(options),
      ...(definition.watchAgain && { watchAgain: definition.watchAgain }),
    }
  },
  statistics: (definition, answers) =>
    countParts(answers, scoreMultiple.bind(null, definition), (seed, answer) =>
      chosenOf(definition, seed, listPart(answer, 'choices')),
    ),
}
