import { expect, test } from 'vitest'
import { parseDuration } from './duration.ts'

test.each([
  ['60s', 60],
  ['1h30m', 5400],
  ['2160h', 7_776_000],
  ['0s', 0],
  ['0', 0],
  ['500ms', 0.5],
  ['1.5h', 5400],
])('%s is %d seconds', (text, seconds) => expect(parseDuration(text)).toBe(seconds))

test.each(['', '60', 's', '1d', '-1s', '1h x', ' 1h'])('%j is refused', (text) =>
  expect(() => parseDuration(text)).toThrow(),
)
