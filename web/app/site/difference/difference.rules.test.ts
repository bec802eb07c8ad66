import { expect, it } from 'vitest'
import type { RichNode, RichTextDocument } from '~/site/rich-text/rich-text.rules'
import { differenceOf } from './difference.rules'

const words = (text: string, href?: string): RichNode => ({
  ...{ type: 'text', text },
  ...(href && { marks: [{ type: 'link', attrs: { href } }] }),
})
const paragraph = (...content: RichNode[]): RichNode => ({ type: 'paragraph', content })
const heading = (text: string): RichNode => ({ type: 'heading', attrs: { level: 2 }, content: [words(text)] })
const doc = (...content: RichNode[]): RichTextDocument => ({ type: 'doc', content })
const changesIn = (before: RichTextDocument, after: RichTextDocument) =>
  differenceOf(before, after).flatMap(({ lines }) =>
    lines.map(({ parts }) =>
      parts
        .map(({ kind, words: wording }) => ({ same: wording, added: `+${wording}`, removed: `-${wording}` })[kind])
        .join(' '),
    ),
  )

it('tells by whole Hebrew words what came and what went', () => {
  const before = doc(paragraph(words('אנחנו שומרים את המידע שנה אחת')))
  const after = doc(paragraph(words('אנחנו שומרים את המידע שנתיים')))
  expect(changesIn(before, after)).toEqual(['אנחנו שומרים את המידע -שנה אחת +שנתיים'])
})

it('keeps lines apart, gathers those that stayed, and marks headings', () => {
  const stays = [heading('מה נשמר'), paragraph(words('שם וכתובת'))]
  const runs = differenceOf(doc(...stays), doc(...stays, heading('חדש'), paragraph(words('עוד סעיף'))))
  expect(runs.map(({ isChanged, lines }) => [isChanged, lines.map(({ isHeading }) => isHeading)])).toEqual([
    [false, [true, false]],
    [true, [true, false]],
  ])
})

it('reads items and cells as lines and words, and where a link leads as a word', () => {
  const list = (href: string) => ({
    type: 'bulletList',
    content: [{ type: 'listItem', content: [paragraph(words('לפרטים', href))] }],
  })
  expect(changesIn(doc(list('https://a.example')), doc(list('https://b.example')))).toEqual([
    'לפרטים -(https://a.example) +(https://b.example)',
  ])
})

it('finds nothing between two texts that say the same, however they are set', () => {
  const bold: RichNode = { type: 'text', text: 'שלום', marks: [{ type: 'bold' }] }
  expect(differenceOf(doc(paragraph(words('שלום'))), doc(paragraph(bold)))).toEqual([
    { isChanged: false, lines: [{ isHeading: false, parts: [{ kind: 'same', words: 'שלום' }] }] },
  ])
})

it('gives up in time where nothing is shared', () => {
  const many = (from: number) =>
    doc(paragraph(words(Array.from({ length: 30_000 }, (_, place) => `w${from + place}`).join(' '))))
  expect(changesIn(many(0), many(50_000))).toHaveLength(2)
})
