import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { differenceText as text } from './difference.he'
import { TextDifference } from './text-difference'

afterEach(cleanup)

const doc = (...lines: string[]) => ({
  type: 'doc' as const,
  content: lines.map((line) => ({ type: 'paragraph', content: [{ type: 'text', text: line }] })),
})

it('marks what came and what went by more than colour, and says it to screen readers', () => {
  const { container } = render(<TextDifference before={doc('שנה אחת')} after={doc('שנה וחצי')} />)
  expect(container.querySelector('del')?.textContent).toBe(`${text.removed} אחת ${text.end}`)
  expect(container.querySelector('ins')?.textContent).toBe(`${text.added} וחצי ${text.end}`)
})

it('folds away what stayed, unless it is short', () => {
  const stays = ['א', 'ב', 'ג']
  render(<TextDifference before={doc(...stays, 'ד')} after={doc(...stays, 'ה')} />)
  expect(screen.getByText('3 פסקאות בלי שינוי').closest('details')?.open).toBe(false)
})

it('says so where there is none', () => {
  render(<TextDifference before={doc('א')} after={doc('א')} />)
  expect(screen.getByText(text.none)).toBeTruthy()
})
