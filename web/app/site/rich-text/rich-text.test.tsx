import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderInRouter } from '~/shared/testing/test-router'
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
      words('<img src=x onerror=alert(1)>'),
    ),
  )
  expect([...text.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual(['/courses'])
  expect(text.querySelector('img')).toBeNull()
  expect(text.querySelector('strong')).not.toBeNull()
})
