import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import { ticketBulkText } from './bulk.he'
import { supportText as text } from './support.he'
import { TicketsScreen } from './tickets-screen'

const { rpc } = vi.hoisted(() => ({ rpc: vi.fn() }))
vi.mock('~/shared/client/supabase-browser', () => ({ browserSupabase: () => ({ rpc, from: () => savedViews }) }))

/** Nobody has saved a view. */
const savedViews: Record<string, () => unknown> = {
  select: () => savedViews,
  eq: () => savedViews,
  order: () => savedViews,
  abortSignal: () => Promise.resolve({ data: [], error: null, status: 200 }),
}
const row = (id: string, changed: object = {}) => ({
  id,
  sort_value: `value ${id}`,
  subject: `שאלה ${id}`,
  name: 'דנה לוי',
  email_masked: 'd***@e***.com',
  is_student: true,
  status: 'open',
  priority: 1,
  tags: [],
  assignee: null,
  lesson: null,
  created_at: '2020-01-01T08:00:00Z',
  last_message_at: '2020-01-01T08:00:00Z',
  last_from_staff: false,
  first_answer_at: null,
  first_answer_due_at: '2020-01-02T08:00:00Z',
  satisfaction: null,
  ...changed,
})
const VIEWS = { mine: 1, unassigned: 2, open: 3, overdue: 3, waiting: 0, snoozed: 0, spam: 100 }
const undo = (id: string) => ({ id, status: 'open', was: { status: 'solved' } })
const calls = (name: string) => rpc.mock.calls.filter(([called]) => called === name).map(([, args]) => args)
let answers: Record<string, unknown>

beforeEach(() => {
  answers = {
    list_tickets: {
      rows: [row('a'), row('b', { first_answer_at: '2020-01-01T09:00:00Z' })],
      total: 2,
      size: 50,
      views: VIEWS,
    },
    support_choices: { me: 'noa', members: [{ id: 'noa', name: 'נועה' }], tags: [], canned: [] },
    change_tickets: [
      { id: 'a', outcome: 'changed', undo: undo('a') },
      { id: 'b', outcome: 'refused', code: 'TICKET_MOVED' },
    ],
  }
  rpc.mockReset().mockImplementation((name: string) => ({
    abortSignal: async () => ({ data: answers[name] ?? null, error: null, status: 200 }),
  }))
})
afterEach(cleanup)

const open = async (address = '/admin/support') => {
  const view = screenAt('/admin/support', <TicketsScreen />, address)
  await screen.findByRole('table')
  return view
}

describe('[2.12-06] [6-15] the list of tickets', () => {
  it('shows what is open, which is late, and how many each view holds', async () => {
    await open()
    expect(calls('list_tickets')).toMatchObject([{ query: { view: 'open', sort: 'last_message_at', count: true } }])
    expect(screen.getAllByText(text.overdue, { selector: 'td *' })).toHaveLength(1)
    expect(screen.getByRole('button', { name: `${text.views.mine}1` })).toBeTruthy()
    expect(screen.getByRole('button', { name: `${text.views.spam}99+` })).toBeTruthy()
  })

  it('keeps the view in the address, with what else it says', async () => {
    const { at } = await open('/admin/support?priority=3')
    fireEvent.click(screen.getByRole('button', { name: `${text.views.mine}1` }))
    expect(at()).toBe('/admin/support?priority=3&view=mine')
    await waitFor(() =>
      expect(calls('list_tickets').at(-1)).toMatchObject({ query: { view: 'mine', priorities: ['3'] } }),
    )
  })

  it('filters by a tag that lies in the address, also one that no ticket has any more', async () => {
    answers.support_choices = { me: 'noa', members: [], tags: ['וידאו', 'ריבית'], canned: [] }
    const { at } = await open(`/admin/support?tag=${encodeURIComponent('ישן')}`)
    expect(calls('list_tickets')).toMatchObject([{ query: { tag: 'ישן' } }])
    const box = screen.getByRole('combobox', { name: text.filters.tag.title })
    await screen.findByRole('option', { name: 'ריבית' })
    expect(box).toHaveProperty('value', 'ישן')
    fireEvent.change(box, { target: { value: 'ריבית' } })
    expect(at()).toBe(`/admin/support?tag=${encodeURIComponent('ריבית')}`)
    await waitFor(() => expect(calls('list_tickets').at(-1)).toMatchObject({ query: { tag: 'ריבית' } }))
  })

  it('changes what is chosen, says what was refused and why, and undoes the rest', async () => {
    await open()
    for (const box of screen.getAllByRole('checkbox').slice(1)) fireEvent.click(box)
    fireEvent.click(await screen.findByRole('button', { name: ticketBulkText.solved }))
    expect(await screen.findByText(ticketBulkText.done.one)).toBeTruthy()
    expect(screen.getByText(/מישהו שינה את הפנייה/)).toBeTruthy()
    expect(calls('change_tickets')).toEqual([
      {
        changes: [
          { id: 'a', status: 'solved' },
          { id: 'b', status: 'solved' },
        ],
      },
    ])
    fireEvent.click(screen.getByRole('button', { name: ticketBulkText.undo }))
    await waitFor(() => expect(calls('change_tickets')[1]).toEqual({ changes: [undo('a')] }))
  })
})
