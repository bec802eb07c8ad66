import { expect, it } from 'vitest'
import { questionState } from './question.rules'

const said = (...sides: boolean[]) =>
  sides.map((fromStaff, i) => ({ id: String(i), body: 'ריבית', fromStaff, createdAt: '' }))

it.each([
  ['just asked', false, said(false), 'waiting'],
  ['answered', false, said(false, true), 'answered'],
  ['asked on after the answer', false, said(false, true, false), 'waiting'],
  ['closed', true, said(false, true), 'closed'],
  ['without a message', false, said(), 'waiting'],
])('a question that is %s', (_, closed, messages, state) => expect(questionState({ closed, messages })).toBe(state))
