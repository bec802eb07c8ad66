import { expect, it } from 'vitest'
import { byAttention, type ItemStatistics, itemVerdict } from './quiz-statistics.rules'

const figures = { share: 0.6, discrimination: 0.4, skipped: 0, medianSeconds: 30, sure: 20, sureWrong: 2, options: [] }
const item = (changes: Partial<typeof figures> | null, id = 'a'): ItemStatistics => ({
  ...{ id, kind: 'single-choice', text: 'שאלה', answers: 40, isAsked: true },
  figures: changes && { ...figures, ...changes },
})
const option = (isRight: boolean, rest: number, times = 12) => ({ text: isRight ? 'כן' : 'לא', times, rest, isRight })

it.each([
  ['few', null],
  ['negative', { discrimination: -0.01 }],
  ['tempting', { options: [option(true, 0.5), option(false, 0.6)] as never[] }],
  ['sure-wrong', { sureWrong: 7 }],
  ['hard', { share: 0.19 }],
  ['easy', { share: 0.96 }],
  ['weak', { discrimination: 0.14 }],
  ['fine', {}],
  ['fine', { share: 0.2 }],
  ['fine', { share: 0.95 }],
  ['fine', { discrimination: 0.15 }],
  ['fine', { discrimination: null as never }],
  ['fine', { sure: 9, sureWrong: 9 }],
  ['fine', { options: [option(true, 0.5), option(false, 0.6, 9)] as never[] }],
] as const)('is %s', (verdict, changes) => expect(itemVerdict(item(changes))).toBe(verdict))

it('what needs attention most comes first, the most missed of those alike before the others', () => {
  const items = [item(null, 'few'), item({}, 'fine'), item({ share: 0.1 }, 'hard'), item({ share: 0.05 }, 'harder')]
  expect(byAttention([...items, item({ discrimination: -0.5 }, 'wrong')]).map(({ id }) => id)).toEqual([
    ...['wrong', 'harder', 'hard', 'fine', 'few'],
  ])
})
