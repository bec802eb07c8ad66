import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderInRouter } from '~/shared/testing/test-router'
import { readingText } from './reading-page.he'
import { RichText } from './rich-text'
import type { RichNode } from './rich-text.rules'

const show = (...content: RichNode[]) => renderInRouter(<RichText document={{ type: 'doc', content }} />).container
const words = (text: string, ...marks: NonNullable<RichNode['marks']>): RichNode => ({ type: 'text', text, marks })
const paragraph = (...content: RichNode[]): RichNode => ({ type: 'paragraph', content })

it('shows headings, lists, quotes and rules as what they are', () => {
  const item: RichNode = { type: 'listItem', content: [paragraph(words('פריט'))] }
  const text = show(
    { type: 'heading', attrs: { level: 2 }, content: [words('כותרת')] },
    { type: 'heading', attrs: { level: 3 }, content: [words('משנה')] },
    { type: 'bulletList', content: [item] },
    { type: 'orderedList', content: [item] },
    { type: 'blockquote', content: [paragraph(words('ציטוט'))] },
    { type: 'horizontalRule' },
  )
  expect([...text.querySelectorAll('h2, h3, ul, ol, blockquote, hr')].map(({ tagName }) => tagName)).toEqual([
    'H2',
    'H3',
    'UL',
    'OL',
    'BLOCKQUOTE',
    'HR',
  ])
})

it('gives a table its head', () => {
  const row = (type: string, text: string): RichNode => ({
    type: 'tableRow',
    content: [{ type, content: [paragraph(words(text))] }],
  })
  show({ type: 'table', content: [row('tableHeader', 'מידע'), row('tableCell', 'אימייל')] })
  expect(screen.getByRole('columnheader', { name: 'מידע' })).toBeTruthy()
  expect(screen.getByRole('cell', { name: 'אימייל' })).toBeTruthy()
})

it('follows safe links only and never makes markup of text', () => {
  const text = show(
    paragraph(
      words('קורסים', { type: 'link', attrs: { href: '/courses' } }, { type: 'bold' }),
      words('רע', { type: 'link', attrs: { href: 'javascript:alert(1)' } }),
      words('נטוי', { type: 'italic' }),
      words('x = 1', { type: 'code' }),
      words('<img src=x onerror=alert(1)>'),
    ),
  )
  expect([...text.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual(['/courses'])
  expect(text.querySelector('img')).toBeNull()
  expect(text.querySelector('strong')).not.toBeNull()
  expect(text.querySelector('em')?.textContent).toBe('נטוי')
  expect(text.querySelector('code')?.outerHTML).toContain('dir="ltr"')
})

const FOLDER = '/storage/v1/object/public/images/library/a/b/'
const PICTURE = {
  src: FOLDER,
  widths: [320, 640],
  width: 1600,
  height: 900,
  alt: 'גרף עולה',
  caption: 'מקור: בנק ישראל',
}

it('shows a picture in both formats and every width, with its place, its words and its caption', () => {
  const text = show({ type: 'picture', attrs: PICTURE })
  const image = screen.getByRole('img', { name: 'גרף עולה' })
  expect([image.getAttribute('width'), image.getAttribute('height'), image.getAttribute('loading')]).toEqual([
    ...['1600', '900', 'lazy'],
  ])
  expect(image.getAttribute('src')).toBe(`${FOLDER}640.webp`)
  expect(text.querySelector('source')?.getAttribute('srcset')).toBe(`${FOLDER}320.avif 320w, ${FOLDER}640.avif 640w`)
  expect(screen.getByRole('figure').textContent).toBe('מקור: בנק ישראל')
  expect(show({ type: 'picture', attrs: { ...PICTURE, src: 'javascript:alert(1)//' } }).querySelector('img')).toBeNull()
})

it('numbers footnotes, which lead to their words and back', () => {
  show(
    paragraph(words('המס'), { type: 'footnote', attrs: { text: 'עד 2027' } }),
    paragraph({ type: 'footnote', attrs: { text: 'לפי החוק' } }),
  )
  const second = screen.getByRole('link', { name: readingText.footnote(2) })
  expect([second.id, second.getAttribute('href')]).toEqual(['footnote-mark-2', '#footnote-2'])
  const notes = screen.getByRole('region', { name: readingText.footnotes })
  expect(notes.querySelector('#footnote-2')?.textContent).toContain('לפי החוק')
  expect(notes.querySelector('#footnote-2 a')?.getAttribute('href')).toBe('#footnote-mark-2')
})

it('sets a box apart, leads to a course, and tells where a fact comes from', () => {
  const fact = { id: '1', says: '17%', checked_on: '2026-11-01', source: 'רשות המסים' }
  show(
    { type: 'callout', attrs: { tone: 'warning' }, content: [paragraph(words('לא ייעוץ'))] },
    { type: 'courseCard', attrs: { id: 'c1', title: 'יסודות ההשקעה' } },
    paragraph({ type: 'fact', attrs: fact }, { type: 'fact', attrs: fact }),
  )
  expect(screen.getByRole('complementary', { name: readingText.callouts.warning }).textContent).toContain('לא ייעוץ')
  expect(screen.getByRole('link', { name: /יסודות ההשקעה/ }).getAttribute('href')).toBe('/courses/c1')
  const facts = screen.getByRole('region', { name: readingText.facts })
  expect([facts.textContent?.match(/17%/g)?.length, facts.textContent]).toEqual([
    1,
    expect.stringContaining('רשות המסים'),
  ])
})

it('draws a formula from left to right, reads it aloud in Hebrew, and never makes markup of it', () => {
  const text = show(
    paragraph(words('כלומר '), { type: 'formula', attrs: { text: 'FV = PV_0 * (1 + r)^n' } }),
    paragraph({ type: 'formula', attrs: { text: 'א / (ב + 1)' } }),
    paragraph({ type: 'formula', attrs: { text: '<img src=x onerror=alert(1)>' } }),
  )
  const [inline, block, broken] = [...text.querySelectorAll<HTMLElement>('[role="math"]')]
  expect(inline?.getAttribute('aria-label')).toBe('FV שווה PV 0 כפול סוגריים 1 ועוד r סוף סוגריים בחזקת n')
  expect([inline?.dir, inline?.querySelector('math')?.namespaceURI]).toEqual([
    'ltr',
    'http://www.w3.org/1998/Math/MathML',
  ])
  expect(inline?.querySelector('msub')?.textContent).toBe('PV0')
  expect(block?.querySelector('math')?.getAttribute('display')).toBe('block')
  expect(block?.querySelector('mfrac > mrow')?.textContent).toBe('ב+1')
  expect([broken?.textContent, text.querySelector('img')]).toEqual(['<img src=x onerror=alert(1)>', null])
})
