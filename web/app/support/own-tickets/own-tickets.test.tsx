import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '~/shared/errors/errors'
import { screenAt } from '~/shared/testing/screen-at'
import { OwnTicketScreen } from './own-ticket-screen'
import { ownTicketsText as text } from './own-tickets.he'
import { ownTicketState } from './own-tickets.rules'

const ID = '0a1b2c3d-0000-4000-8000-000000000000'
const calls = vi.hoisted(() => ({ ticket: null as unknown, replyToTicket: vi.fn(), rateTicket: vi.fn() }))
vi.mock('./own-tickets.calls', () => ({
  ...calls,
  ownTicketQuery: () => ({ queryKey: ['own-tickets', 'dana', 'x'], queryFn: async () => calls.ticket }),
}))

const TICKET = {
  id: ID,
  subject: 'שאלה על השיעור: ריבית',
  status: 'solved',
  lastFromStaff: true,
  lastMessageAt: '2026-11-22T09:00:00Z',
  satisfaction: null,
  satisfactionNote: '',
  lesson: { courseId: 'c1', lessonId: 'l1', title: 'ריבית', seconds: 252 },
  messages: [
    { id: 'm1', body: 'למה הריבית גדלה?', fromStaff: false, byMail: false, createdAt: '2026-11-22T08:00:00Z' },
    { id: 'm2', body: 'כי היא נצברת.', fromStaff: true, byMail: false, createdAt: '2026-11-22T09:00:00Z' },
  ],
}

beforeEach(() => {
  calls.ticket = TICKET
  calls.replyToTicket.mockReset().mockResolvedValue(null)
  calls.rateTicket.mockReset().mockResolvedValue(null)
})
afterEach(() => {
  cleanup()
  localStorage.clear()
})

const open = async () => {
  screenAt('/support/x', <OwnTicketScreen userId="dana" ticketId={ID} />)
  await screen.findByRole('heading', { level: 1, name: TICKET.subject })
}
const field = () => screen.getByRole('textbox', { name: text.replySolved })

it('shows what was said, and leads to the second of the lesson', async () => {
  await open()
  expect(screen.getByText('כי היא נצברת.')).toBeTruthy()
  expect(screen.getByRole('link', { name: text.lesson('ריבית', '4:12') }).getAttribute('href')).toBe(
    '/courses/c1/lessons/l1#t=252',
  )
})

it('asks whether a solved ticket was, and opens it again by an answer', async () => {
  await open()
  fireEvent.click(screen.getByRole('button', { name: text.good }))
  await waitFor(() => expect(calls.rateTicket).toHaveBeenCalledWith(ID, 'good', ''))
  fireEvent.change(field(), { target: { value: 'עדיין לא הבנתי' } })
  fireEvent.click(screen.getByRole('button', { name: text.send }))
  await waitFor(() => expect(field()).toHaveProperty('value', ''))
  expect(calls.replyToTicket).toHaveBeenCalledWith(ID, expect.any(String), 'עדיין לא הבנתי')
})

it('keeps what was written through a failure and a closed window, and sends it under the same id', async () => {
  await open()
  calls.replyToTicket.mockRejectedValueOnce(new AppError('TOO_MANY_REQUESTS'))
  fireEvent.change(field(), { target: { value: 'עוד שאלה' } })
  fireEvent.click(screen.getByRole('button', { name: text.send }))
  expect((await screen.findByRole('alert')).textContent).toBe(text.limit)
  fireEvent.click(screen.getByRole('button', { name: text.send }))
  await waitFor(() => expect(calls.replyToTicket).toHaveBeenCalledTimes(2))
  const [first, second] = calls.replyToTicket.mock.calls
  expect(first?.[1]).toBe(second?.[1])
})

it('sends words that were corrected after a failure under an id of their own, and the same words anew', async () => {
  await open()
  const send = async (body: string) => {
    const { length } = calls.replyToTicket.mock.calls
    fireEvent.change(field(), { target: { value: body } })
    fireEvent.click(screen.getByRole('button', { name: text.send }))
    await waitFor(() => expect(calls.replyToTicket.mock.calls).toHaveLength(length + 1))
    await screen.findByRole('button', { name: text.send })
    return calls.replyToTicket.mock.lastCall?.[1]
  }
  calls.replyToTicket.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const first = await send('עוד שאלה')
  calls.replyToTicket.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const corrected = await send('עוד שתי שאלות')
  expect(corrected).not.toBe(first)
  expect(await send('עוד שתי שאלות ')).toBe(corrected)
  expect(field()).toHaveProperty('value', '')
  expect(await send('עוד שתי שאלות')).not.toBe(corrected)
})

it('keeps what is written while a reply is on its way', async () => {
  await open()
  let arrive: (() => void) | undefined
  calls.replyToTicket.mockReturnValueOnce(
    new Promise<void>((resolve) => {
      arrive = resolve
    }),
  )
  fireEvent.change(field(), { target: { value: 'עוד שאלה' } })
  fireEvent.click(screen.getByRole('button', { name: text.send }))
  fireEvent.change(field(), { target: { value: 'עוד שאלה, ועוד אחת' } })
  arrive?.()
  await screen.findByRole('button', { name: text.send })
  expect(field()).toHaveProperty('value', 'עוד שאלה, ועוד אחת')
  cleanup()
  await open()
  expect(field()).toHaveProperty('value', 'עוד שאלה, ועוד אחת')
})

it('is not found when it is not the own one', async () => {
  calls.ticket = null
  screenAt('/support/x', <OwnTicketScreen userId="dana" ticketId={ID} />)
  expect(await screen.findByText(text.notFound)).toBeTruthy()
})

it.each([
  ['open', false, 'waiting'],
  ['pending', true, 'answered'],
  ['open', true, 'answered'],
  ['solved', true, 'solved'],
  ['closed', false, 'closed'],
] as const)('%s, last from staff: %s, is %s to the student', (status, fromStaff, state) => {
  expect(ownTicketState(status, fromStaff)).toBe(state)
})
