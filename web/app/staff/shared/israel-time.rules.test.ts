import { expect, it } from 'vitest'
import { clockChangeAt, fromIsraelClock, toIsraelClock } from './israel-time.rules'

it.each([
  ['2026-11-23T18:00', '2026-11-23T16:00:00.000Z'],
  ['2026-07-01T18:00', '2026-07-01T15:00:00.000Z'],
  // The clock goes from 2:00 to 3:00 in the night to Friday, 26 March 2027, and back from 2:00 to 1:00 on 31 October.
  ['2027-03-26T01:59', '2027-03-25T23:59:00.000Z'],
  ['2027-03-26T03:00', '2027-03-26T00:00:00.000Z'],
  ['2027-10-31T00:59', '2027-10-30T21:59:00.000Z'],
  ['2027-10-31T02:00', '2027-10-31T00:00:00.000Z'],
])('%s in Israel is %s, and the way back', (local, iso) => {
  expect(fromIsraelClock(local)).toBe(iso)
  expect(toIsraelClock(iso)).toBe(local)
})

it('a time that is skipped comes an hour later, one that comes twice is the first', () => {
  expect(toIsraelClock(fromIsraelClock('2027-03-26T02:30') ?? '')).toBe('2027-03-26T03:30')
  expect(fromIsraelClock('2027-10-31T01:30')).toBe('2027-10-30T22:30:00.000Z')
})

it.each([
  ['2027-03-26T01:59', undefined],
  ['2027-03-26T02:00', { skipped: '03:00' }],
  ['2027-03-26T02:59', { skipped: '03:59' }],
  ['2027-03-26T03:00', undefined],
  ['2027-10-31T00:59', undefined],
  ['2027-10-31T01:00', { twice: true }],
  ['2027-10-31T01:59', { twice: true }],
  ['2027-10-31T02:00', undefined],
  ['', undefined],
])('what is odd about %s is %j', (local, change) => expect(clockChangeAt(local)).toEqual(change))

it.each(['', '2026-11-23', 'tomorrow', '2026-13-45T99:99'])('%o is no time', (local) => {
  expect(fromIsraelClock(local)).toBeNull()
})
