import { expect, it } from 'vitest'
import { readAmount, readBrackets, writeBrackets } from './brackets.rules'

const BRACKETS = [
  { from: 0, to: 7010, rate: 10 },
  { from: 7010, to: 10_060.5, rate: 14.25 },
  { from: 10_060.5, to: null, rate: 47 },
]

it('brackets come back as they were written, and none of nothing', () => {
  expect(writeBrackets(BRACKETS)).toBe('7010: 10\n10060.5: 14.25\n47')
  expect(readBrackets(writeBrackets(BRACKETS))).toEqual(BRACKETS)
  expect(readBrackets(' 7,010 :10%\n\n 47 % ')).toEqual([
    { from: 0, to: 7010, rate: 10 },
    { from: 7010, to: null, rate: 47 },
  ])
  expect(readBrackets(' ')).toEqual([])
})

it.each([
  'x',
  '7010: 10',
  '10\n47',
  '7010: 10\n7010: 14\n47',
  '7010: 101\n47',
  '7010: -1\n47',
  '7010 10\n47',
  Array(21).fill('47').join('\n'),
])('%j are no brackets', (written) => expect(readBrackets(written)).toBeNull())

it.each([
  ['12,420', 12_420],
  ['-0.5', -0.5],
  ['4.7512', 4.7512],
  ['4.75123', null],
  ['1e5', null],
  ['', null],
  ['1234567890123', null],
])('the amount %j is %s', (written, amount) => expect(readAmount(written)).toBe(amount))
