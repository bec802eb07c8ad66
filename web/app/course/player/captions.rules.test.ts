import { expect, it } from 'vitest'
import { captionLinesAt, nextCaptionChange, parseCaptions } from './captions.rules'

const VTT = `\uFEFFWEBVTT - שיעור

NOTE נכתב ביד

STYLE
::cue { color: red }

1
00:01.000 --> 00:04.500 line:90%
<v דנה>ריבית <b>דריבית</b>
5% &amp; 3% &lt; 8%

01:00:00.000 --> 01:00:02.000
\u200eS&P 500

00:04.500 --> 00:05.000

bad --> worse
לא כתובית
`

it('reads cues with their times and plain lines, and nothing else', () => {
  expect(parseCaptions(VTT.replaceAll('\n', '\r\n'))).toEqual([
    { start: 1, end: 4.5, lines: ['ריבית דריבית', '5% & 3% < 8%'] },
    { start: 3600, end: 3602, lines: ['\u200eS&P 500'] },
  ])
  expect(parseCaptions('')).toEqual([])
})

it('knows what is read at a second and when that changes', () => {
  const cues = parseCaptions(VTT)
  expect(captionLinesAt(cues, 0.99)).toEqual([])
  expect(captionLinesAt(cues, 1)).toHaveLength(2)
  expect(captionLinesAt(cues, 4.5)).toEqual([])
  expect(nextCaptionChange(cues, 0)).toBe(1)
  expect(nextCaptionChange(cues, 1)).toBe(4.5)
  expect(nextCaptionChange(cues, 3602)).toBe(Number.POSITIVE_INFINITY)
})

it.each(['&constructor;', '&toString;', '&valueOf;', '&unknown;'])(
  'leaves %s, which is no reference, as it is',
  (words) => {
    expect(parseCaptions(`WEBVTT\n\n00:01.000 --> 00:02.000\n${words}`)[0]?.lines).toEqual([words])
  },
)

it('takes no words for markup, and a line of blanks for an empty one', () => {
  const vtt =
    'WEBVTT\n\n00:01.000 --> 00:02.000\nP/E < 15 > 3 <לא ברור>\n \n2\n00:02.000 --> 00:03.000\n<c.yellow>5 <i>מניות'
  expect(parseCaptions(vtt).map(({ lines }) => lines)).toEqual([['P/E < 15 > 3 <לא ברור>'], ['5 מניות']])
})
