import { expect, it } from 'vitest'
import { findInTranscript, firstMatchFrom, lastCueAt } from './transcript.rules'

const cues = [
  { start: 2, end: 5, text: 'ריבית על ריבית' },
  { start: 5, end: 9, text: 'קרן' },
  { start: 12, end: 20, text: 'הָרִיבִּית עולה' },
]

it('matches are numbered through the whole transcript', () => {
  const finds = findInTranscript(cues, 'ריבית')
  expect(finds.cues).toEqual([0, 0, 2])
  expect(finds.byCue[1]).toEqual([])
})

it('a search begins where the video is, and around the end at the start', () => {
  const finds = findInTranscript(cues, 'ריבית')
  expect(firstMatchFrom(finds, 1)).toBe(2)
  expect(firstMatchFrom(finds, 0)).toBe(0)
  expect(firstMatchFrom(findInTranscript(cues, 'קרן'), 2)).toBe(0)
})

it('between two cues the one before still leads', () => {
  expect([0, 2, 10, 12, 99].map((seconds) => lastCueAt(cues, seconds))).toEqual([-1, 0, 1, 2, 2])
})
