import { expect, it } from 'vitest'
import { fillCanned, givenName, unfilledIn } from './canned.rules'

const VALUES = { שם: 'דנה', נושא: 'ריבית', קורס: '', שיעור: 'ריבית דריבית', נציג: 'נועה' }

it.each([
  ['שלום {שם}, כאן {נציג}', 'שלום דנה, כאן נועה'],
  ['{ שם }', 'דנה'],
  ['על {קורס}', 'על {קורס}'],
  ['{אחר} {constructor} {', '{אחר} {constructor} {'],
  ['{{שם}}', '{דנה}'],
])('%s becomes %s', (body, filled) => expect(fillCanned(body, VALUES)).toBe(filled))

it.each([
  ['שלום {שם}, על {קורס} ועוד {שם}', ['{שם}', '{קורס}']],
  ['שלום דנה', []],
  ['{} {\n} {משפט ארוך מאוד שאינו משתנה}', []],
])('%s still has %j', (body, left) => expect(unfilledIn(body)).toEqual(left))

it('a name that is only the beginning of the address is none', () => {
  expect(givenName({ name: 'dana.k12', email: 'Dana.K12@example.org' })).toBe('')
  expect(givenName({ name: 'דנה', email: 'dana@example.org' })).toBe('דנה')
})
