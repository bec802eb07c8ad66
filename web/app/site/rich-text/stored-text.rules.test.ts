import { describe, expect, it } from 'vitest'
import { readStoredText } from './stored-text.rules'

const ID = '1ae5b175-973f-5852-bc46-15adb68d83e4'
const words = (text: unknown, more: object = {}) => ({ type: 'text', text, ...more })
const paragraph = (...content: unknown[]) => ({ type: 'paragraph', content })
const doc = (...content: unknown[]) => ({ type: 'doc', content })
const nested = (depth: number): unknown =>
  depth === 0 ? words('עמוק') : { type: 'blockquote', content: [nested(depth - 1)] }

/** All words that are left of a stored body. */
const left = (body: unknown) => JSON.stringify(readStoredText(body).document).match(/(?<="text":")[^"]+/g) ?? []

it('keeps a text as the editor makes it', () => {
  const picture = {
    ...{ src: `/storage/v1/object/public/images/library/${ID}/${ID}/`, widths: [320, 640], width: 640, height: 360 },
    ...{ alt: 'גרף', caption: null },
  }
  const whole = doc(
    { type: 'heading', attrs: { level: 2 }, content: [words('כותרת')] },
    paragraph(
      words('א', { marks: [{ type: 'bold' }, { type: 'italic' }, { type: 'link', attrs: { href: '/courses' } }] }),
    ),
    { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph(words('ב'))] }] },
    {
      type: 'table',
      content: [{ type: 'tableRow', content: [{ type: 'tableCell', content: [paragraph(words('ג'))] }] }],
    },
    { type: 'picture', attrs: picture },
    { type: 'callout', attrs: { tone: 'note' }, content: [paragraph(words('ד'))] },
    paragraph({ type: 'fact', attrs: { id: ID, says: '18%', source: null, checked_on: '2026-01-01' } }),
  )
  const { document, isWhole } = readStoredText(whole)
  expect(isWhole).toBe(true)
  expect(document).toMatchObject(whole)
})

describe('of what is no text it keeps what can be read, and says that something is missing', () => {
  it.each([
    ['nothing', null, []],
    ['a word', 'doc', []],
    ['a number', 5, []],
    ['a list', [paragraph(words('א'))], []],
    ['no content', { type: 'doc', content: {} }, []],
    ['nothing among the nodes', doc(null, paragraph(words('א'))), ['א']],
    ['a node without a kind', doc({ content: [words('א')] }, paragraph(words('ב'))), ['ב']],
    ['a kind that nobody knows', doc({ type: 'script', content: [words('א')] }), ['א']],
    ['a kind that every object has', doc({ type: 'constructor', content: [words('א')] }), ['א']],
    ['a number for words', doc(paragraph(words(5), words('א'))), ['א']],
    ['an object for words', doc(paragraph(words({ a: 1 }), words('א'))), ['א']],
    ['marks that are no list', doc(paragraph(words('א', { marks: {} }))), ['א']],
    ['a mark that is nothing', doc(paragraph(words('א', { marks: [null] }))), ['א']],
    [
      'a row without its table',
      doc({ type: 'tableRow', content: [{ type: 'tableCell', content: [words('א')] }] }),
      ['א'],
    ],
    ['a paragraph in a paragraph', doc(paragraph(paragraph(words('א')))), ['א']],
    [
      'a tone that nobody knows',
      doc({ type: 'callout', attrs: { tone: 'constructor' }, content: [words('א')] }),
      ['א'],
    ],
    [
      'a picture without widths',
      doc({ type: 'picture', attrs: { src: '/x/', alt: '' } }, paragraph(words('א'))),
      ['א'],
    ],
    ['a course of no address', doc({ type: 'courseCard', attrs: { id: '../admin', title: 'א' } }), []],
    ['a footnote of numbers', doc(paragraph({ type: 'footnote', attrs: { text: 5 } }, words('א'))), ['א']],
    ['a heading of level 9', doc({ type: 'heading', attrs: { level: 9 }, content: [words('א')] }), ['א']],
    ['twenty in one another', doc(nested(20), paragraph(words('א'))), ['א']],
  ])('%s', (_, body, kept) => {
    expect(readStoredText(body).isWhole).toBe(false)
    expect(left(body)).toEqual(kept)
  })

  it('a link that leads to a script', () => {
    const body = doc(paragraph(words('א', { marks: [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }] })))
    expect(readStoredText(body)).toMatchObject({ isWhole: false })
    expect(JSON.stringify(readStoredText(body))).not.toContain('javascript')
  })

  it('more nodes than any text has', () => {
    const many = doc(...Array.from({ length: 20_000 }, () => paragraph(words('א'))))
    expect(readStoredText(many).isWhole).toBe(false)
    expect(left(many)).toHaveLength(3_000)
  })

  it('a day of a fact that is none', () => {
    const body = doc(paragraph({ type: 'fact', attrs: { id: ID, says: '1%', checked_on: 'infinity' } }))
    expect(readStoredText(body).document.content[0]?.content?.[0]?.attrs?.checked_on).toBeNull()
  })
})
