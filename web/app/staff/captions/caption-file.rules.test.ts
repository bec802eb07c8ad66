import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readCaptionFile } from './caption-file.rules'
import { captionsText as text } from './captions.he'
import { type Cue, readCues, writeCues } from './cues.rules'
import { CAPTION_FILES } from './test-captions'

const vtt = (...lines: string[]) => ['WEBVTT', '', ...lines].join('\n')
const cue = '00:00:01.000 --> 00:00:02.000'
const read = (file: string) => {
  const result = readCaptionFile(file)
  return 'problem' in result ? result : { ...result, fixes: Object.fromEntries(result.fixes) }
}

it.each(CAPTION_FILES)('reads a file of $from', ({ file, cues, fixes = {} }) => {
  expect(read(file)).toEqual({ cues, fixes })
  // What was read is written so that player and editor read the same, and nothing is left to repair.
  expect(readCues(writeCues(cues))).toEqual(cues)
  expect(read(writeCues(cues))).toEqual({ cues, fixes: {} })
})

it.each([
  ['nothing', '', 1, 'HEADER'],
  ['a page', '<!doctype html>\n<script>alert(1)</script>', 1, 'HEADER'],
  ['words', 'שלום\nלכם', 1, 'HEADER'],
  ['another name', 'WEBVTTX\n\n00:01.000 --> 00:02.000\nא', 1, 'HEADER'],
  [
    'styled captions of Aegisub',
    '[Script Info]\nTitle: א\n\n[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,,,0,0,0,,א',
    1,
    'HEADER',
  ],
  ['captions in XML', '<?xml version="1.0"?>\n<tt><p begin="00:00:01.000" end="00:00:02.000">א</p></tt>', 1, 'HEADER'],
  ['frames of MicroDVD', '{25}{50}א', 1, 'HEADER'],
  ['its name alone', 'WEBVTT', 1, 'EMPTY'],
  ['notes alone', vtt('NOTE הערה'), 3, 'EMPTY'],
  ['captions without words', vtt(cue, '', '00:00:02.000 --> 00:00:03.000'), 5, 'EMPTY'],
  ['a name of two lines', vtt('א', 'ב', cue, 'ג'), 3, 'NO_TIME'],
  ['a time without an end', vtt('00:00:01.000 -->', 'א'), 3, 'TIME'],
  ['seconds over sixty', vtt('00:00:61.000 --> 00:00:62.000', 'א'), 3, 'TIME'],
  ['frames in place of thousandths', vtt('00:00:01:12 --> 00:00:02:24', 'א'), 3, 'TIME'],
  ['a thousand thousandths', vtt('00:00:01,1000 --> 00:00:03,000', 'א'), 3, 'TIME'],
  ['a time below nothing', vtt('-00:00:01.000 --> 00:00:02.000', 'א'), 3, 'TIME'],
  ['an end before its start', vtt('00:00:05.000 --> 00:00:02.000', 'א'), 3, 'BACKWARDS'],
  ['a script', vtt(cue, 'א', '<script>alert(1)</script>'), 5, 'MARKUP'],
  ['a picture that runs something', vtt(cue, '<img src=x onerror=alert(1)>'), 4, 'MARKUP'],
  ['a caption of the eleventh day', vtt('250:00:00.000 --> 250:00:01.000', 'א'), 3, 'TOO_LATE'],
  ['bytes of another alphabet', vtt(cue, '\uFFFD\uFFFD\uFFFD'), 4, 'ENCODING'],
  ['Hebrew that was read as Latin and saved so', vtt(cue, '×©×œ×•× ×œ×š'), 4, 'ENCODING'],
  ['bytes of nothing', vtt(cue, 'א\0'), 4, 'ENCODING'],
  ['a second caption with a broken time', '1\n00:00:01,000 --> 00:00:02,000\nא\n\n2\n00:00:xx,000 --> 3\nב', 6, 'TIME'],
  [
    'a broken time without a line above',
    '1\n00:00:01,000 --> 00:00:02,000\nא\n2\n00:00:99,000 --> 00:01:50,000\nב',
    5,
    'TIME',
  ],
] as const)('refuses %s with its line', (_, file, line, code) => {
  expect(readCaptionFile(file)).toEqual({ problem: { line, code } })
  expect(text.fileProblem(line, code)).toContain(`שורה ${line}: `)
})

const words = fc
  .array(fc.stringMatching(/^[א-תa-z0-9<&"{(-][א-תa-z0-9 ,.&<>;#'"/%{}()=:-]{0,30}$/), { minLength: 1, maxLength: 3 })
  .map((lines) => lines.map((line) => line.trim()).join('\n'))
const anyCue = fc
  .record({ start: fc.integer({ min: 0, max: 80_000_000 }), length: fc.integer({ min: 1, max: 9_000 }), text: words })
  .map(({ start, length, text }): Cue => ({ start: start / 1000, end: (start + length) / 1000, text }))
const anyCues = fc.uniqueArray(anyCue, { minLength: 1, maxLength: 20, selector: ({ start }) => start })
const sorted = (cues: readonly Cue[]) => cues.toSorted((a, b) => a.start - b.start)

it('reads whatever the editor writes as the player does, without a repair', () => {
  fc.assert(
    fc.property(anyCues, (cues) => {
      expect(read(writeCues(cues))).toEqual({ cues: sorted(cues), fixes: {} })
      expect(readCues(writeCues(cues))).toEqual(sorted(cues))
    }),
  )
})

it('reads the same captions however they are written', () => {
  const style = fc.record({
    end: fc.constantFrom('\n', '\r\n', '\r', '\r\r\n'),
    between: fc.constantFrom('', ' ', '\t'),
    arrow: fc.constantFrom(' --> ', '-->', ' -> ', '  –>  ', ' → ', ' -- > '),
    comma: fc.constantFrom(',', '.', ', '),
    head: fc.constantFrom('', '\uFEFF', '\n\n'),
    missing: fc.boolean(),
  })
  fc.assert(
    fc.property(anyCues, style, (cues, { end, between, arrow, comma, head, missing }) => {
      const blocks = writeCues(cues).split('\n\n').slice(1)
      const srt = blocks.map((block, index) => {
        const [times = '', ...rest] = block.split('\n')
        return [`${index + 1}`, times.replaceAll('.', comma).replace(' --> ', arrow), ...rest].join('\n')
      })
      const file = head + srt.join(missing ? '\n' : `\n${between}\n`)
      expect(read(file.replaceAll('\n', end))).toMatchObject({ cues: sorted(cues) })
    }),
  )
})

it('leaves comparisons, arrows and braces in words as they are', () => {
  const token = fc.constantFrom(
    'P/E',
    '<',
    '>',
    '<=',
    '5',
    '<5>',
    'a<b',
    'c>d',
    '<לא>',
    '&',
    'AT&T',
    '-->',
    '{x}',
    '<p or q>',
  )
  const line = fc.array(token, { minLength: 1, maxLength: 8 }).map((tokens) => `מה ${tokens.join(' ')}`)
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 3 }), (lines) => {
      const words = lines.join('\n')
      expect(read(`1\n${cue.replaceAll('.', ',')}\n${words}`)).toEqual({
        cues: [{ start: 1, end: 2, text: words }],
        fixes: {},
      })
    }),
  )
})

it.each(['&constructor;', '&toString;', '&valueOf;'])('leaves %s, which is no reference, as it is', (words) => {
  const file = readCaptionFile(`1\n00:00:01,000 --> 00:00:02,000\n${words}`)
  expect('cues' in file && file.cues).toEqual([{ start: 1, end: 2, text: words }])
})

it('stumbles over nothing, and takes no longer for long lines', () => {
  const piece = fc.constantFrom(
    '00:00:01.000',
    '-->',
    '\n',
    '\n\n',
    ' ',
    '1',
    'א',
    '<',
    '<c>',
    '&',
    'NOTE',
    '00:',
    ':',
    '{\\',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 9 })), { maxLength: 60 }), (parts) => {
      readCaptionFile(`WEBVTT\n\n${parts.join('')}`)
      readCaptionFile(parts.join(''))
    }),
  )
  for (const long of ['<', '<c', '0:', '- ', '&#1', '{\\', ' ', '-->', 'a<b', 'a<b>', '<v ', '<font ', '×©'])
    readCaptionFile(vtt(cue, 'א', long.repeat(20_000)))
})
