import * as z from 'zod/mini'
import { listPart } from '../answers.ts'
import { opaqueIds, randomOf, shuffled } from '../random.ts'
import { checkShape, common, option, unique } from '../shapes.ts'
import { countParts } from '../statistics.ts'
import type { Ordering, QuestionKind } from '../types.ts'

const shape = z.strictObject({
  ...common,
  kind: z.literal('ordering'),
  items: z.array(option).check(z.minLength(3), z.maxLength(10)),
})

type ShownItem = Ordering['items'][number] & { shownId: string; place: number }

/** The items as one attempt shows them, never in their right order. */
function shownItems({ items }: Ordering, seed: string): ShownItem[] {
  const random = randomOf(seed, 'items')
  const placed = items.map((item, place) => ({ ...item, place }))
  let order = shuffled(placed, random)
  while (order.every(({ place }, at) => place === at)) order = shuffled(placed, random)
  const ids = opaqueIds(order.length, random)
  return order.map((item, at) => ({ ...item, shownId: ids[at] as string }))
}

/** Each item that stands right before the one that follows it counts; from back to front is worth nothing. */
function score(definition: Ordering, seed: string, answer: unknown) {
  const items = shownItems(definition, seed)
  const places = listPart(answer, 'order').map((id) => items.find(({ shownId }) => shownId === id)?.place)
  if (places.length !== items.length || places.includes(undefined)) return { points: 0, correct: false, parts: {} }
  const followed = places.filter((place, at) => at > 0 && place === (places[at - 1] as number) + 1).length
  const parts = Object.fromEntries(
    items.map(({ shownId, place }) => [shownId, places.indexOf(place) === place] as const),
  )
  const points = followed / (items.length - 1)
  return { points, correct: points === 1, parts }
}

export const ordering: QuestionKind<Ordering> = {
  validate: (definition) =>
    checkShape(shape, definition, ({ items }) => [
      ...unique(
        'items',
        'SAME_ID',
        items.map(({ id }) => id),
      ),
      ...unique(
        'items',
        'SAME_TEXT',
        items.map(({ text }) => text),
      ),
    ]),
  present: (definition, seed) => ({
    kind: definition.kind,
    text: definition.text,
    topic: definition.topic,
    ...(definition.given && { given: definition.given }),
    items: shownItems(definition, seed).map(({ shownId, text }) => ({ id: shownId, text })),
  }),
  score,
  explain(definition, seed, answer) {
    const items = shownItems(definition, seed)
    return {
      ...score(definition, seed, answer),
      right: { order: items.toSorted((one, other) => one.place - other.place).map(({ shownId }) => shownId) },
      whys: Object.fromEntries(items.map(({ shownId, why }) => [shownId, why])),
      ...(definition.watchAgain && { watchAgain: definition.watchAgain }),
    }
  },
  statistics: (definition, answers) =>
    countParts(answers, score.bind(null, definition), (seed, answer) => {
      const first = listPart(answer, 'order')[0]
      return shownItems(definition, seed).flatMap(({ id, shownId }) => (shownId === first ? [id] : []))
    }),
}
