import { expect, test } from 'vitest'
import { senderAddress } from './sender.ts'

test.each([
  ['"האקדמיה לפיננסים" <academy@school.example>', 'academy@school.example'],
  ['האקדמיה לפיננסים <academy@school.example>', 'academy@school.example'],
  ['academy@localhost', 'academy@localhost'],
  ['<academy@school.example>', 'academy@school.example'],
  ['האקדמיה לפיננסים', undefined],
  ['"academy"', undefined],
  ['Academy <>', undefined],
  ['a@school.example, b@school.example', undefined],
  ['all: a@school.example, b@school.example;', undefined],
  ['Academy <academy@school.example', 'academy@school.example'],
  ['', undefined],
])('the address of the sender %j is %s', (from, address) => {
  expect(senderAddress(from)).toBe(address)
})
