import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Cue,
  cuesIn,
  cuesOfTranscript,
  cueTroubles,
  inOrder,
  mergeCues,
  readCues,
  shiftCues,
  shownTime,
  splitCue,
  transcriptOfCues,
  typedTime,
  vttTime,
  withCues,
  writeCues,
} from './cues.rules'
import { readChapterLines, readTimedLines, writeChapterLines, writeTimedLines } from './timed-lines.rules'

const CUES: Cue[] = [
  { start: 0, end: 2, text: 'שלום לכולם' },
  { start: 2, end: 5.5, text: 'היום נדבר\nעל ריבית.' },
  { start: 6, end: 8, text: 'מה היא?' },
]
const words = fc.stringMatching(/^[א-תa-z0-9%&<>][א-תa-z0-9%&<> ,.]{0,30}$/)
const cue = fc
  .record({ start: fc.integer({ min: 0, max: 80_000_000 }), length: fc.integer({ min: 1, max: 9_000 }), text: words })
  .map(({ start, length, text }) => ({ start: start / 1000, end: (start + length) / 1000, text }))

describe('times', () => {
  it.each([
    ['62.5', 62.5],
    ['1:02.5', 62.5],
    ['1:02,5', 62.5],
    ['1:01:02', 3662],
    ['', undefined],
    ['1:2:3:4', undefined],
    ['-1', undefined],
    ['abc', undefined],
  ])('%s is read', (text, seconds) => expect(typedTime(text)).toBe(seconds))

  it('are shown as they are typed, and written as WebVTT wants', () => {
    expect([shownTime(62.5), shownTime(0), shownTime(3662)]).toEqual(['1:02.5', '0:00', '61:02'])
    expect([vttTime(62.5), vttTime(3662.0004)]).toEqual(['00:01:02.500', '01:01:02.000'])
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3_599_999 }), (ms) => typedTime(shownTime(ms / 1000)) === ms / 1000),
    )
  })
})

describe('captions', () => {
  it('come back as they were written, whatever they say', () => {
    fc.assert(
      fc.property(fc.array(cue, { maxLength: 30 }), (cues) => {
        const read = readCues(writeCues(cues))
        expect(read).toEqual(inOrder(cues).map((one) => ({ ...one, text: one.text.trim() })))
      }),
    )
  })

  it('are split at a place, time by the characters, and merged again', () => {
    const split = splitCue(CUES, 0, 5)
    expect(split.slice(0, 2)).toEqual([
      { start: 0, end: 0.889, text: 'שלום' },
      { start: 0.889, end: 2, text: 'לכולם' },
    ])
    expect(mergeCues(split, 0)[0]).toEqual({ start: 0, end: 2, text: 'שלום\nלכולם' })
    expect([splitCue(CUES, 0, 0), splitCue(CUES, 9, 1), mergeCues(CUES, 2)]).toEqual([CUES, CUES, CUES])
  })

  it('are moved from one on, and never before the start', () => {
    expect(shiftCues(CUES, 1, 0.5).map(({ start }) => start)).toEqual([0, 2.5, 6.5])
    const back = shiftCues(CUES, 0, -3)
    expect(back.map(({ start, end }) => [start, end])).toEqual([
      [0, 0.1],
      [0, 2.5],
      [3, 5],
    ])
  })

  it('that are hard to read say why', () => {
    const troubles = (text: string, end: number, next?: Cue) => cueTroubles({ start: 0, end, text }, next)
    expect(troubles('שלום לכולם', 2, CUES[1])).toEqual([])
    expect(troubles('א'.repeat(36), 2)).toEqual(['fast'])
    expect(troubles('א'.repeat(43), 10)).toEqual(['long'])
    expect(troubles('א\nב\nג', 5)).toEqual(['lines'])
    expect(troubles('א', 0.5)).toEqual(['short'])
    expect(troubles('א', 3, CUES[1])).toEqual(['overlap'])
    expect(troubles(' ', 1)).toEqual(['empty'])
  })

  it('of Hebrew are kept beside those of other languages', () => {
    const english = { lang: 'en', label: 'English', vtt: 'WEBVTT' }
    const tracks = withCues([english], 'he', CUES)
    expect(tracks.map(({ lang }) => lang)).toEqual(['he', 'en'])
    expect(cuesIn(tracks, 'he')).toEqual(CUES)
    expect(withCues(tracks, 'he', [])).toEqual([english])
  })
})

describe('a transcript', () => {
  it('joins captions to sentences, and gives captions again', () => {
    expect(transcriptOfCues(CUES)).toEqual([
      { start: 0, end: 5.5, text: 'שלום לכולם היום נדבר על ריבית.' },
      { start: 6, end: 8, text: 'מה היא?' },
    ])
    const long = { start: 0, end: 10, text: 'מילה '.repeat(40).trim() }
    const cues = cuesOfTranscript([long])
    expect(cues.every(({ text }) => text.split('\n').every((line) => line.length <= 38))).toBe(true)
    expect(cues.map(({ text }) => text.replaceAll('\n', ' ')).join(' ')).toBe(long.text)
    expect([cues[0]?.start, cues.at(-1)?.end]).toEqual([0, 10])
    expect(cues.every(({ end }, index) => end === (cues[index + 1]?.start ?? 10))).toBe(true)
  })

  it('is written in lines and read again', () => {
    const lines = writeTimedLines(transcriptOfCues(CUES))
    expect(lines).toBe('0:00-0:05.5 שלום לכולם היום נדבר על ריבית.\n0:06-0:08 מה היא?')
    expect(readTimedLines(lines)).toEqual(transcriptOfCues(CUES))
    expect(readTimedLines('0:00 א\n\n0:02.5 ב')).toEqual([
      { start: 0, end: 2.5, text: 'א' },
      { start: 2.5, end: 7.5, text: 'ב' },
    ])
    expect(['א', '0:05 א\n0:02 ב', '0:05-0:02 א', '0:00'].map(readTimedLines)).toEqual(Array(4).fill(undefined))
  })
})

it('chapters are written in lines and read again', () => {
  const chapters = [
    { start: 0, title: 'פתיחה' },
    { start: 65, title: 'ריבית - מה היא' },
  ]
  expect(readChapterLines(writeChapterLines(chapters))).toEqual(chapters)
  expect(readChapterLines('')).toEqual([])
  for (const wrong of ['0:05 לא מההתחלה', '0:00 א\n0:00 ב', '0:00', '0:00 א\n1:00.5 ב', `0:00 ${'א'.repeat(81)}`])
    expect(readChapterLines(wrong)).toBeUndefined()
})
