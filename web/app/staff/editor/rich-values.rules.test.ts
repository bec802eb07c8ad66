import { expect, it } from 'vitest'
import { countWords, richLines, writeRich } from './rich-values.rules'

const words = (text: string) => ({ type: 'text', text })
const paragraph = (text: string) => ({ type: 'paragraph', content: [words(text)] })

it('a text is read by its lines, cells beside each other', () => {
  const row = (...cells: string[]) => ({
    type: 'tableRow',
    content: cells.map((cell) => ({ type: 'tableCell', content: [words(cell)] })),
  })
  const doc = {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 2 }, content: [words('ריבית')] },
      { type: 'paragraph', content: [words('שורה'), { type: 'hardBreak' }, words('ועוד אחת')] },
      { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph('פריט')] }] },
      { type: 'table', content: [row('שנה', 'שיעור'), row('2026', '4%')] },
      { type: 'picture', attrs: { alt: 'גרף עולה', caption: 'מקור: בנק ישראל' } },
      { type: 'paragraph', content: [words('המס'), { type: 'footnote', attrs: { text: 'עד 2027' } }, words(' הוא ')] },
      { type: 'callout', attrs: { tone: 'note' }, content: [paragraph('שימו לב')] },
      { type: 'paragraph', content: [{ type: 'fact', attrs: { id: '1', says: '17%' } }] },
      { type: 'courseCard', attrs: { id: '1', title: 'יסודות' } },
      { type: 'paragraph', content: [{ type: 'formula', attrs: { text: 'a * b' } }] },
    ],
  }
  expect(richLines(JSON.stringify(doc)).split('\n')).toEqual([
    ...['ריבית', 'שורה', 'ועוד אחת', 'פריט', 'שנה | שיעור', '2026 | 4%'],
    ...['גרף עולה – מקור: בנק ישראל', 'המס (עד 2027) הוא ', 'שימו לב', '17%', 'יסודות', '\u2066a × b\u2069'],
  ])
  expect([richLines(writeRich(null)), richLines(writeRich(doc))].map((text) => text.length > 0)).toEqual([false, true])
})

it('words are counted without signs between them, and read at 180 a minute', () => {
  expect(countWords('הריבית – 4% – עלתה.')).toEqual({ words: 3, minutes: 1 })
  expect(countWords(Array(540).fill('מילה').join(' '))).toEqual({ words: 540, minutes: 3 })
  expect(countWords('')).toEqual({ words: 0, minutes: 1 })
})
