import { render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { RatingLink } from './rating.calls'
import { ratingText as text } from './rating.he'
import { RatingScreen } from './rating-screen'

function show(link: RatingLink | null, failed = false) {
  const element = <RatingScreen link={link} token="a b" failed={failed} />
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
}

test('an open link asks, with two forms that need no script and read no body', () => {
  show({ state: 'open', subject: 'הסרטון נעצר', rating: null })
  const forms = screen.getAllByRole('button').map((button) => button.closest('form')?.getAttribute('action'))
  expect(forms).toEqual(['/answer-rating?token=a%20b&said=good', '/answer-rating?token=a%20b&said=bad'])
  expect(screen.getByText('הסרטון נעצר').tagName).toBe('BDI')
})

test('what was said is said once, and who was not helped finds the way to write', () => {
  show({ state: 'done', subject: 'הסרטון נעצר', rating: 'bad' })
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByText(text.rated.bad)).toBeTruthy()
  expect(screen.getByRole('link', { name: text.contact }).getAttribute('href')).toBe('/contact')
})

test('a link that is over says so, and one that could not be looked at still asks', () => {
  show({ state: 'unknown', subject: null, rating: null })
  expect(screen.getByRole('heading').textContent).toBe(text.titles.unknown)
  show(null, true)
  expect(screen.getByText(text.failed)).toBeTruthy()
  expect(screen.getAllByRole('button')).toHaveLength(2)
})
