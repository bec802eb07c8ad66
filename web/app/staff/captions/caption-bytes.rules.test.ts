import { expect, it } from 'vitest'
import { readCaptionBytes } from './caption-file.rules'

const SRT = '1\r\n00:00:01,000 --> 00:00:02,000\r\nשלום, ריבית של ETF\r\n'
const CUES = [{ start: 1, end: 2, text: 'שלום, ריבית של ETF' }]
const utf16 = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le'))
const bigEndian = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le').swap16())
/** One byte a character; Hebrew letters where Windows-1255 has them. */
const narrow = (text: string) =>
  Uint8Array.from(text, (letter) => {
    const code = letter.charCodeAt(0)
    return code >= 0x5d0 ? code - 0x5d0 + 0xe0 : code
  })

it.each([
  ['UTF-8', new TextEncoder().encode(SRT)],
  ['UTF-8 with a byte order mark', new TextEncoder().encode(`\uFEFF${SRT}`)],
  ['UTF-16 of Notepad', utf16(`\uFEFF${SRT}`)],
  ['UTF-16 without a mark', utf16(SRT)],
  ['UTF-16, the high byte first', bigEndian(`\uFEFF${SRT}`)],
  ['UTF-16, the high byte first, without a mark', bigEndian(SRT)],
])('reads a file in %s', (_, bytes) => {
  expect(readCaptionBytes(bytes)).toEqual({ cues: CUES, fixes: new Map() })
})

it('reads a file in Windows-1255, and counts it as repaired', () => {
  expect(readCaptionBytes(narrow(SRT))).toEqual({ cues: CUES, fixes: new Map([['ENCODING', 1]]) })
})

const srt = (words: string) => narrow(`1\n00:00:01,000 --> 00:00:02,000\n${words}`)
it.each([
  ['French in Windows-1252', srt('Le taux a été élevé')],
  ['Russian in Windows-1251', srt('\xef\xf0\xee\xf6\xe5\xed\xf2\xfb')],
  ['Hebrew in UTF-8, cut within a letter', new TextEncoder().encode(SRT).slice(0, 37)],
])('refuses %s with its line', (_, bytes) => {
  expect(readCaptionBytes(bytes)).toEqual({ problem: { line: 3, code: 'ENCODING' } })
})
