import { expect, it } from 'vitest'
import { isNoticeShown, nextNoticeTurn } from './notice.rules'

it.each([
  [null, null, true, null],
  [10, null, true, null],
  [11, null, false, 11],
  [null, 10, false, null],
  [null, 11, true, 11],
  [5, 20, true, 20],
  [15, 20, false, 15],
])('a notice from %s to %s stands at 10: %s, and turns at %s', (startsAt, endsAt, shown, turn) => {
  const notice = { text: 'x', startsAt, endsAt }
  expect(isNoticeShown(notice, 10)).toBe(shown)
  expect(nextNoticeTurn(notice, 10)).toBe(turn)
})
