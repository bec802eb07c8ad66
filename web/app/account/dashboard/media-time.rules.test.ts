import { expect, it } from 'vitest'
import { formatMediaTime } from './media-time.rules'

it.each([
  [0, '0:00'],
  [59.9, '0:59'],
  [252, '4:12'],
  [3600, '1:00:00'],
  [3725, '1:02:05'],
  [-3, '0:00'],
])('%d seconds read %s', (seconds, text) => expect(formatMediaTime(seconds)).toBe(text))
