import { expect, it } from 'vitest'
import { readChapterLines, readTimedLines, writeChapterLines, writeTimedLines } from './timed-lines.rules'

const SENTENCES = [
  { start: 0, end: 4.5, text: 'שלום' },
  { start: 4.5, end: 7, text: 'ריבית היא מחיר' },
  { start: 9, end: 12, text: 'של כסף' },
]

it('sentences are written as lines and read again, also where a pause follows', () => {
  const lines = writeTimedLines(SENTENCES)
  expect(lines.split('\n')).toHaveLength(3)
  expect(readTimedLines(lines)).toEqual(SENTENCES)
  expect(readTimedLines(`\n${lines}\n\n`)).toEqual(SENTENCES)
})

it('the last sentence without an end lasts five seconds', () => {
  expect(readTimedLines('0:02 שלום')).toEqual([{ start: 2, end: 7, text: 'שלום' }])
})

it.each([
  ['sentences out of the order of time', '0:05-0:07 ב\n0:01-0:03 א'],
  ['a sentence that ends before it begins', '0:05-0:04 א'],
  ['a line without a time', '0:01 א\nב'],
  ['a time without words', '0:01'],
])('reads no sentences from %s', (_, lines) => expect(readTimedLines(lines)).toBeUndefined())

it('chapters are written as lines and read again', () => {
  const chapters = [
    { start: 0, title: 'פתיחה' },
    { start: 65, title: 'ריבית דריבית' },
  ]
  expect(readChapterLines(writeChapterLines(chapters))).toEqual(chapters)
  expect(readChapterLines('')).toEqual([])
})

it.each([
  ['chapters that begin after 0', '0:01 א'],
  ['two chapters of one second', '0:00 א\n0:00 ב'],
  ['chapters out of order', '0:00 א\n0:09 ב\n0:05 ג'],
  ['a part of a second', '0:00 א\n0:05.5 ב'],
  ['a title of 81 letters', `0:00 ${'א'.repeat(81)}`],
  ['forty-one chapters', Array.from({ length: 41 }, (_, at) => `0:${String(at).padStart(2, '0')} א`).join('\n')],
])('reads no chapters from %s', (_, lines) => expect(readChapterLines(lines)).toBeUndefined())
