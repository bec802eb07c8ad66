import { expect, it } from 'vitest'
import { secondOfClock, withoutGreeting } from './publish.rules'

it.each([
  ['4:12', 252],
  [' 0:05 ', 5],
  ['1:04:12', 3852],
  ['90:00', 5400],
  ['4:72', null],
  ['252', null],
  ['', null],
])('the clock %j is second %j', (clock, second) => {
  expect(secondOfClock(clock)).toBe(second)
})

it.each([
  ['שלום דנה,\nכי היא מחושבת על הקרן.', 'כי היא מחושבת על הקרן.'],
  ['היי דנה! כי כן.', 'כי כן.'],
  ['כי כך, שלום.', 'כי כך, שלום.'],
])('a greeting goes from %j', (body, left) => {
  expect(withoutGreeting(body)).toBe(left)
})
