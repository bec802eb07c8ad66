import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { ticketText as text } from './ticket.he'
import { TicketNeighbours } from './ticket-neighbours'

const list = (...ids: string[]) => ({ rows: ids.map((id) => ({ id, subject: `פנייה ${id}` })), total: ids.length })

/** The ways beside a ticket after lists were read, the last one last. */
function open(ticketId: string, ...lists: ReturnType<typeof list>[]) {
  const client = new QueryClient()
  for (const [place, read] of lists.entries())
    client.setQueryData(['staff', 'tickets', { place }], read, { updatedAt: place + 1 })
  const element = (
    <>
      <input aria-label="שדה" />
      <TicketNeighbours ticketId={ticketId} />
    </>
  )
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: ['/admin/support/here'] })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return () => router.state.location.pathname
}
const links = () => screen.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])

it('leads to the tickets before and after it in the list that was read last and holds it', () => {
  open('b', list('x', 'b', 'y'), list('a', 'b', 'c'), list('d'))
  expect(links()).toEqual([
    [expect.stringContaining(text.neighbours.before), '/admin/support/a'],
    [expect.stringContaining(text.neighbours.after), '/admin/support/c'],
  ])
})

it('leads nowhere past the ends, and stands for no ticket that came through no list', () => {
  open('a', list('a', 'b'))
  expect(links()).toEqual([[expect.stringContaining(text.neighbours.after), '/admin/support/b']])
})

it('is nothing without a list', () => {
  open('a', list('c'))
  expect(screen.queryByRole('navigation')).toBeNull()
})

it('goes by the keys of a list, by their place and only where nobody types', () => {
  const at = open('b', list('a', 'b', 'c'))
  fireEvent.keyDown(screen.getByRole('textbox'), { code: 'KeyJ' })
  fireEvent.keyDown(document.body, { code: 'KeyJ', ctrlKey: true })
  expect(at()).toBe('/admin/support/here')
  fireEvent.keyDown(document.body, { code: 'KeyJ', key: 'ח' })
  expect(at()).toBe('/admin/support/c')
  fireEvent.keyDown(document.body, { code: 'KeyK', key: 'ל' })
  expect(at()).toBe('/admin/support/a')
})
