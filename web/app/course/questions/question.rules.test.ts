import { expect, it } from 'vitest'
import { questionState } from './question.rules'

const thread = (...sides: boolean[]) =>
  sides.map((fromStaff, i) => ({ id: String(i), body: 'ריבית', fromStaff, createdAt: '' }))

it.each([
  ['just asked', false, thread(false), 'waiting'],
  ['answered', false, thread(false, true), 'answered'],
  ['asked on after the answer', false, thread(false, true, false), 'waiting'],
  ['closed', true, thread(false, true), 'closed'],
  ['without a message', false, thread(), 'waiting'],
])('a question that is %s', (_, closed, messages, state) => expect(questionState({ closed, messages })).toBe(state))
