import fc from 'fast-check'
import { expect, it } from 'vitest'
import { captionFileProblem } from './caption-file.rules'
import { captionsText as text } from './captions.he'
import { readCues, writeCues } from './cues.rules'

const vtt = (...lines: string[]) => ['WEBVTT', '', ...lines].join('\n')
const cue = '00:00:01.000 --> 00:00:02.000'

it.each([
  ['plain', vtt(cue, 'שלום')],
  ['with a mark, lines of Windows and a head', `\uFEFFWEBVTT - כתוביות\r\nKind: captions\r\n\r\n${cue}\r\nשלום\r\n`],
  [
    'with notes, styles and names',
    vtt('NOTE הערה', 'עוד', '', 'STYLE', '::cue { color: red }', '', 'first', cue, 'א', 'ב'),
  ],
  ['with settings and short times', vtt('00:01.000 --> 00:02.000 align:start position:10%', 'שלום')],
  ['with voices, italics and times within', vtt(cue, '<v דנה>שלום <i>לכם</i> <00:00:01.500>ו</v>')],
  ['with less and more', vtt(cue, '3 < 5 וגם 7 > 2')],
  ['of SubRip', '1\n00:00:01,000 --> 00:00:02,000\nא\n\n2\n00:00:02,000 --> 00:00:03,000\nב'],
  ['of SubRip without numbers', '00:00:01,000 --> 00:00:02,000\nא'],
])('a file %s is taken', (_, file) => {
  expect(captionFileProblem(file)).toBeUndefined()
  expect(readCues(file).length).toBeGreaterThan(0)
})

it.each([
  ['nothing', '', 1, 'HEADER'],
  ['a page', '<!doctype html>\n<script>alert(1)</script>', 1, 'HEADER'],
  ['words', 'שלום\nלכם', 1, 'HEADER'],
  ['another name', 'WEBVTTX\n\n00:01.000 --> 00:02.000\nא', 1, 'HEADER'],
  ['its name in small letters', `webvtt\n\n${cue}\nא`, 1, 'HEADER'],
  ['its name alone', 'WEBVTT', 1, 'EMPTY'],
  ['notes alone', vtt('NOTE הערה'), 3, 'EMPTY'],
  ['words without times', vtt(cue, 'א', '', 'בלי זמן'), 6, 'NO_TIME'],
  ['a name of two lines', vtt('א', 'ב', cue, 'ג'), 3, 'NO_TIME'],
  ['an arrow of one dash', vtt('00:00:01.000 -> 00:00:02.000', 'א'), 3, 'NO_TIME'],
  ['times without thousandths', vtt('00:00:01 --> 00:00:02', 'א'), 3, 'TIME'],
  ['a time without an end', vtt('00:00:01.000 -->', 'א'), 3, 'TIME'],
  ['seconds over sixty', vtt('00:00:61.000 --> 00:00:62.000', 'א'), 3, 'TIME'],
  ['a time below nothing', vtt('-00:00:01.000 --> 00:00:02.000', 'א'), 3, 'TIME'],
  ['an end before its start', vtt('00:00:05.000 --> 00:00:02.000', 'א'), 3, 'BACKWARDS'],
  ['a caption of no time', vtt('00:00:02.000 --> 00:00:02.000', 'א'), 3, 'BACKWARDS'],
  ['captions in another order', vtt(cue, 'א', '', '00:00:00.500 --> 00:00:03.000', 'ב'), 6, 'ORDER'],
  ['a caption without words', vtt(cue, '', cue, 'א'), 3, 'NO_WORDS'],
  ['two captions without a line between', vtt(cue, 'א', '00:00:02.000 --> 00:00:03.000', 'ב'), 5, 'ARROW'],
  ['a script', vtt(cue, 'א', '<script>alert(1)</script>'), 5, 'MARKUP'],
  ['a picture that runs something', vtt(cue, '<img src=x onerror=alert(1)>'), 4, 'MARKUP'],
  ['a caption of the eleventh day', vtt('250:00:00.000 --> 250:00:01.000', 'א'), 3, 'TOO_LATE'],
  ['bytes of another alphabet', vtt(cue, '\uFFFD\uFFFD\uFFFD'), 4, 'ENCODING'],
  ['bytes of nothing', vtt(cue, 'א\0'), 4, 'ENCODING'],
  [
    'a file of SubRip whose second caption is broken',
    '1\n00:00:01,000 --> 00:00:02,000\nא\n\n2\n00:00:xx,000 --> 3\nב',
    6,
    'TIME',
  ],
] as const)('%s is told by its line', (_, file, line, code) => {
  expect(captionFileProblem(file)).toEqual({ line, code })
  expect(text.fileProblem(line, code)).toContain(`שורה ${line}: `)
})

it('whatever the editor writes is taken again, and nothing makes it stumble', () => {
  const words = fc.stringMatching(/^[א-תa-z0-9][א-תa-z0-9 ,.&<>]{0,30}$/)
  const one = fc
    .record({ start: fc.integer({ min: 0, max: 80_000_000 }), length: fc.integer({ min: 1, max: 9_000 }), text: words })
    .map(({ start, length, text }) => ({ start: start / 1000, end: (start + length) / 1000, text }))
  fc.assert(
    fc.property(
      fc.array(one, { minLength: 1, maxLength: 20 }),
      (cues) => captionFileProblem(writeCues(cues)) === undefined,
    ),
  )
  fc.assert(fc.property(fc.string({ maxLength: 400 }), (file) => void captionFileProblem(`WEBVTT\n\n${file}`)))
})
