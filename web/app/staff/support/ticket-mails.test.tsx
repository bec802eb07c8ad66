import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'

const { call, sign } = vi.hoisted(() => ({ call: vi.fn(), sign: vi.fn() }))
vi.mock('~/shared/client/call-function', () => ({ callFunction: call }))
vi.mock('~/shared/mail-files/mail-files.calls', () => ({ signMailFile: sign }))

import { MessageMail, TicketMails } from './ticket-mails'
import type { TicketMail } from './ticket-mails.calls'
import { ticketMailsText as text } from './ticket-mails.he'

const HELD: TicketMail = {
  ...{
    id: 'm1',
    message_id: null,
    state: 'held',
    is_verified: false,
    is_absence: false,
    sender: 'dana@example.org',
    sender_name: 'דנה',
  },
  ...{ subject: 'Re', words: 'לא בטוח שממנה', rest: '> ציטוט', received_at: '2026-11-25T10:00:00Z' },
  files: [
    { id: 'f1', name: 'דוח.pdf', bytes: 2_000, refusal: null },
    { id: 'f2', name: 'run.exe', bytes: 10, refusal: 'TYPE' },
  ],
}
const onDone = vi.fn(async () => undefined)
let mails: TicketMail[]

beforeEach(() => {
  mails = [HELD]
  onDone.mockClear()
  call.mockReset().mockImplementation(async (name: string) => (name === 'read_ticket_mails' ? mails : null))
})

function show(shown = <TicketMails ticketId="t1" onDone={onDone} />) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(<QueryClientProvider client={client}>{shown}</QueryClientProvider>)
}

test('a held mail is marked, with its sender and files, and is taken in or discarded by a press', async () => {
  show()
  expect(await screen.findByText(text.unverified)).toBeTruthy()
  expect(screen.getByText('dana@example.org').getAttribute('dir')).toBe('ltr')
  expect(screen.getByText('לא בטוח שממנה')).toBeTruthy()
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual([
    expect.stringContaining('דוח.pdf'),
    text.accept,
    text.discard,
  ])
  await userEvent.click(screen.getByRole('button', { name: text.accept }))
  expect(call).toHaveBeenCalledWith('settle_ticket_mail', { mail_id: 'm1', accept: true }, expect.any(Number))
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce())
})

test('a note of absence says that it is one', async () => {
  mails = [{ ...HELD, is_verified: true, is_absence: true }]
  show()
  expect(await screen.findByText(text.absence)).toBeTruthy()
})

test('what somebody else decided meanwhile is said, and the mail stays until it is read anew', async () => {
  show()
  call.mockRejectedValueOnce(new Error('away'))
  await userEvent.click(await screen.findByRole('button', { name: text.discard }))
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(onDone).not.toHaveBeenCalled()
})

test('at a message that came by mail stand its files and, folded, what was quoted', async () => {
  mails = [
    { ...HELD, state: 'taken', message_id: 'x', words: '' },
    { ...HELD, id: 'm2', state: 'taken', message_id: 'y', rest: '', files: [] },
  ]
  show(<MessageMail ticketId="t1" messageId="x" />)
  const folded = await screen.findByText(text.rest)
  expect(folded.closest('details')?.open).toBe(false)
  await userEvent.click(folded)
  expect(folded.closest('details')?.open).toBe(true)
  expect(screen.getByText('> ציטוט')).toBeTruthy()
  expect(screen.getByRole('button').textContent).toContain('דוח.pdf')
})

test('nothing stands at a message whose mail had neither, and nothing beneath the thread without held mails', async () => {
  mails = [{ ...HELD, state: 'taken', message_id: 'y', rest: '', files: [] }]
  show(
    <>
      <MessageMail ticketId="t1" messageId="y" />
      <TicketMails ticketId="t1" onDone={onDone} />
    </>,
  )
  await vi.waitFor(() => expect(call).toHaveBeenCalled())
  expect(screen.queryByText(text.rest)).toBeNull()
  expect(screen.queryByText(text.held)).toBeNull()
})
