import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import { Toaster } from '~/shared/ui/toaster'
import { isTypedInto } from '~/staff/keys/typed-into'
import { publishText } from './publish.he'
import { CHOICES, TICKET, TICKET_ID } from './sample-ticket'
import { supportText } from './support.he'
import { ticketText as text, ticketRefusals } from './ticket.he'
import { TicketScreen } from './ticket-screen'

const { rpc, member } = vi.hoisted(() => ({
  rpc: vi.fn(),
  member: { email: 'noa@academy.example', firstName: 'נועה', role: { name: 'support', level: 5, permissions: [''] } },
}))
vi.mock('~/shared/client/supabase-browser', () => ({ browserSupabase: () => ({ rpc }) }))
vi.mock('~/staff/shared/use-member', () => ({ useMember: () => member }))

let answers: Record<string, unknown>
const failed = (code: string) => ({ data: null, error: { message: code, code, details: '' }, status: 409 })
const calls = (name: string) => rpc.mock.calls.filter(([called]) => called === name).map(([, args]) => args)

beforeEach(() => {
  member.role.permissions = ['support.access', 'students.view']
  answers = {
    read_ticket: TICKET,
    read_ticket_mails: [],
    support_choices: CHOICES,
    be_at_ticket: { others: [{ name: 'אורי', is_typing: true }], changed_at: null },
    change_tickets: [{ id: TICKET_ID, outcome: 'changed' }],
  }
  rpc.mockReset().mockImplementation((name: string) => ({
    abortSignal: async () =>
      answers[name] instanceof Function ? answers[name]() : { data: answers[name] ?? null, error: null, status: 200 },
  }))
})
afterEach(() => {
  cleanup()
  localStorage.clear()
})

const open = async () => {
  screenAt('/admin/support/x', <TicketScreen ticketId={TICKET_ID} />)
  return screen.findByRole('heading', { level: 1, name: TICKET.subject })
}
const field = () => screen.getByRole('textbox', { name: text.answer })

describe('[2.12-06] a ticket', () => {
  it('opens before it reads, and shows thread, person, place in the lesson and who else writes', async () => {
    await open()
    expect(rpc.mock.calls.map(([name]) => name).indexOf('open_ticket')).toBeLessThan(
      rpc.mock.calls.map(([name]) => name).indexOf('read_ticket'),
    )
    const thread = screen.getByRole('list', { name: text.thread })
    expect([...thread.children].map((line) => line.textContent)).toEqual([
      expect.stringContaining('למה הוא נעצר?'),
      expect.stringContaining(text.events.status(supportText.states.solved, supportText.states.open)),
      expect.stringContaining('לבדוק מול התוכן'),
    ])
    expect(screen.getByRole('link', { name: text.toSecond('4:12') }).getAttribute('href')).toBe(
      '/courses/c1/lessons/l1#t=252',
    )
    expect(screen.getByText('הריבית מחושבת גם על הריבית')).toBeTruthy()
    expect(screen.getByRole('link', { name: text.toStudent })).toBeTruthy()
    expect(await screen.findByText(text.typing('אורי'))).toBeTruthy()
  })

  it('leads to the record of a student only whoever may see students', async () => {
    member.role.permissions = ['support.access']
    await open()
    expect(screen.getByText(TICKET.email)).toBeTruthy()
    expect(screen.queryByText(text.toStudent)).toBeNull()
    expect(screen.queryByText(supportText.visitor)).toBeNull()
  })

  it('is answered with a ready answer by Ctrl+Enter, naming what was read last', async () => {
    await open()
    fireEvent.change(await screen.findByRole('combobox', { name: text.canned }), { target: { value: 'r1' } })
    expect(field()).toHaveProperty('value', 'שלום דנה לוי, כאן נועה.')
    fireEvent.change(screen.getByRole('combobox', { name: text.after }), { target: { value: 'solved' } })
    fireEvent.keyDown(field(), { key: 'Enter', ctrlKey: true })
    await waitFor(() => expect(field()).toHaveProperty('value', ''))
    expect(calls('answer_ticket')).toMatchObject([
      { ticket_id: TICKET_ID, body: 'שלום דנה לוי, כאן נועה.', status: 'solved', seen_id: 'm1' },
    ])
  })

  const isSent = (id: string, body: string) => {
    const sentMessage = {
      ...TICKET.messages[0],
      id,
      body,
      author_kind: 'staff',
      author: 'נועה',
      created_at: '2026-11-22T10:00:00Z',
    }
    answers.read_ticket = { ...TICKET, messages: [...TICKET.messages, sentMessage] }
    return { data: null, error: null, status: 200 }
  }

  it('leads the focus to what was sent, says that it was, and leaves the keys of the desk free', async () => {
    screenAt(
      '/admin/support/x',
      <>
        <TicketScreen ticketId={TICKET_ID} />
        <Toaster />
      </>,
    )
    await screen.findByRole('heading', { level: 1, name: TICKET.subject })
    answers.answer_ticket = () => isSent(calls('answer_ticket').at(-1).message_id, 'תיקנו.')
    // Seen when it comes: it stays for four seconds only.
    const announced = screen.findByText(text.sent).then((toast) => toast.closest('[aria-live="polite"]'))
    field().focus()
    fireEvent.change(field(), { target: { value: 'תיקנו.' } })
    fireEvent.keyDown(field(), { key: 'Enter', ctrlKey: true })
    const line = (await screen.findByText('תיקנו.', { selector: 'li p' })).closest('li')
    await waitFor(() => expect(document.activeElement).toBe(line))
    expect(isTypedInto(document.activeElement)).toBe(false)
    expect(await announced).toBeTruthy()
    // What comes later takes the focus from nobody.
    fireEvent.change(field(), { target: { value: 'עוד משהו' } })
    field().focus()
    expect(document.activeElement).toBe(field())
  })

  it('leaves the focus with whoever went elsewhere while an answer was on its way', async () => {
    await open()
    let arrive: (() => void) | undefined
    const way = new Promise<void>((resolve) => {
      arrive = resolve
    })
    answers.answer_ticket = () => way.then(() => isSent(calls('answer_ticket').at(-1).message_id, 'תיקנו.'))
    fireEvent.change(field(), { target: { value: 'תיקנו.' } })
    fireEvent.click(screen.getByRole('button', { name: text.send }))
    const tag = screen.getByRole('textbox', { name: text.addTag })
    tag.focus()
    arrive?.()
    await screen.findByText('תיקנו.', { selector: 'li p' })
    expect(document.activeElement).toBe(tag)
  })

  it('keeps what was written when the window closes, and sends it again under the same id after a failure', async () => {
    await open()
    fireEvent.change(field(), { target: { value: 'תיקנו.' } })
    cleanup()
    await open()
    expect(field()).toHaveProperty('value', 'תיקנו.')
    answers.answer_ticket = () => Promise.reject(new TypeError('Failed to fetch'))
    fireEvent.click(screen.getByRole('button', { name: text.send }))
    await screen.findByRole('alert')
    answers.answer_ticket = null
    fireEvent.click(screen.getByRole('button', { name: text.send }))
    await waitFor(() => expect(field()).toHaveProperty('value', ''))
    const [first, second] = calls('answer_ticket')
    expect(first.message_id).toBe(second.message_id)
  })

  it('says that something was said meanwhile, and shows it before the answer goes out', async () => {
    await open()
    answers.answer_ticket = () => failed('TICKET_MOVED')
    fireEvent.change(field(), { target: { value: 'תיקנו.' } })
    const reads = calls('read_ticket').length
    fireEvent.click(screen.getByRole('button', { name: text.send }))
    expect((await screen.findByRole('alert')).textContent).toBe(text.moved)
    expect(field()).toHaveProperty('value', 'תיקנו.')
    expect(calls('read_ticket').length).toBeGreaterThan(reads)
  })

  it('notes something for the staff alone', async () => {
    await open()
    fireEvent.click(screen.getByRole('button', { name: text.modes.note }))
    const note = screen.getByRole('textbox', { name: text.noteField })
    fireEvent.change(note, { target: { value: 'התקשרנו' } })
    fireEvent.click(screen.getByRole('button', { name: text.saveNote }))
    await waitFor(() => expect(calls('note_on_ticket')).toMatchObject([{ ticket_id: TICKET_ID, body: 'התקשרנו' }]))
    expect(calls('answer_ticket')).toEqual([])
  })

  it('is given to a member, tagged and marked as spam, each at once', async () => {
    await open()
    const box = await screen.findByRole('combobox', { name: supportText.columns.assignee })
    await screen.findByRole('option', { name: 'נועה כהן' })
    fireEvent.change(box, { target: { value: 'noa' } })
    await waitFor(() => expect(calls('change_tickets')).toEqual([{ changes: [{ id: TICKET_ID, assignee_id: 'noa' }] }]))
    const remove = screen.getByRole('button', { name: text.removeTag('וידאו') })
    await waitFor(() => expect(remove).toHaveProperty('disabled', false))
    fireEvent.click(remove)
    await waitFor(() => expect(calls('change_tickets')).toHaveLength(2))
    expect(calls('change_tickets')[1]).toEqual({ changes: [{ id: TICKET_ID, remove_tags: ['וידאו'] }] })
  })

  it('rests until the chosen moment and wakes again, in the words that are shown', async () => {
    await open()
    const box = () => screen.getByRole('combobox', { name: 'השהיה' })
    expect([...box().querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
      'לא מושהית',
      'לארבע שעות',
      'עד מחר ב־9:00',
      'לשבוע',
    ])
    const before = Date.now()
    fireEvent.change(box(), { target: { value: 'hour4' } })
    await waitFor(() => expect(calls('change_tickets')).toHaveLength(1))
    const [{ changes }] = calls('change_tickets')
    expect(changes).toMatchObject([{ id: TICKET_ID }])
    const rests = Date.parse(changes[0].snoozed_until) - 4 * 3_600_000
    expect(rests).toBeGreaterThanOrEqual(before)
    expect(rests).toBeLessThanOrEqual(Date.now())
    cleanup()
    answers.read_ticket = { ...TICKET, snoozed_until: '2026-11-29T07:00:00Z' }
    await open()
    expect(box().querySelector('option')?.textContent).toMatch(/^עד /)
    fireEvent.change(box(), { target: { value: 'wake' } })
    await waitFor(() =>
      expect(calls('change_tickets').at(-1)).toEqual({ changes: [{ id: TICKET_ID, snoozed_until: null }] }),
    )
  })

  it('has its sender blocked once it was asked about, and unblocked at once', async () => {
    await open()
    fireEvent.click(screen.getByRole('button', { name: 'לחסום את הפונה...' }))
    const dialog = await screen.findByRole('dialog', { name: 'לחסום את הפונה?' })
    expect(dialog.textContent).toContain('מה שיכתבו מעכשיו יגיע לתצוגת הספאם.')
    expect(calls('block_ticket_sender')).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: 'לחסום' }))
    await waitFor(() => expect(calls('block_ticket_sender')).toEqual([{ ticket_id: TICKET_ID, blocked: true }]))
    cleanup()
    answers.read_ticket = { ...TICKET, is_blocked: true }
    await open()
    fireEvent.click(screen.getByRole('button', { name: 'לבטל את החסימה' }))
    await waitFor(() => expect(calls('block_ticket_sender').at(-1)).toEqual({ ticket_id: TICKET_ID, blocked: false }))
  })

  it('is tagged in the ticket itself', async () => {
    await open()
    fireEvent.change(screen.getByRole('textbox', { name: 'תגית חדשה' }), { target: { value: ' ריבית ' } })
    fireEvent.click(screen.getByRole('button', { name: 'להוסיף' }))
    await waitFor(() =>
      expect(calls('change_tickets')).toEqual([{ changes: [{ id: TICKET_ID, add_tags: ['ריבית'] }] }]),
    )
  })

  it('shows an answer in its lesson, once it was read through, and takes it out again', async () => {
    const ticketWith = (published: object | null) => ({
      ...TICKET,
      messages: [
        ...TICKET.messages,
        { ...TICKET.messages[0], id: 'm2', author_kind: 'staff', author: 'נועה', body: 'שלום דנה,\nכי כך.', published },
      ],
    })
    answers.read_ticket = ticketWith(null)
    await open()
    fireEvent.click(screen.getByRole('button', { name: publishText.open }))
    const dialog = await screen.findByRole('dialog', { name: publishText.title })
    expect(screen.getByRole('textbox', { name: publishText.second })).toHaveProperty('value', '4:12')
    expect(screen.getByRole('textbox', { name: publishText.body })).toHaveProperty('value', 'כי כך.')
    fireEvent.submit(dialog.querySelector('form') as HTMLFormElement)
    expect(await screen.findByText(publishText.reviewMissing)).toBeTruthy()
    expect(calls('publish_answer')).toEqual([])
    fireEvent.click(screen.getByRole('checkbox', { name: publishText.reviewed }))
    answers.publish_answer = () => failed('NAMES_PERSON')
    fireEvent.submit(dialog.querySelector('form') as HTMLFormElement)
    expect((await screen.findByRole('alert')).textContent).toBe(ticketRefusals.NAMES_PERSON)
    answers.publish_answer = null
    answers.read_ticket = ticketWith({ second: 252, question: null, body: 'כי כך.' })
    fireEvent.submit(dialog.querySelector('form') as HTMLFormElement)
    await waitFor(() =>
      expect(calls('publish_answer').at(-1)).toEqual({ message_id: 'm2', second: 252, question: '', body: 'כי כך.' }),
    )
    fireEvent.click(await screen.findByRole('button', { name: publishText.withdraw }))
    await waitFor(() => expect(calls('withdraw_answer')).toEqual([{ message_id: 'm2' }]))
  })

  it('takes another ticket of the person in, once it was asked about', async () => {
    await open()
    fireEvent.click(screen.getByRole('button', { name: text.merge }))
    fireEvent.click(await screen.findByRole('button', { name: text.mergeConfirm }))
    await waitFor(() => expect(calls('merge_tickets')).toEqual([{ ticket_id: 'o1', into_id: TICKET_ID }]))
  })

  it('that is not there says so, and one that fails to load can be asked for again', async () => {
    answers.open_ticket = () => failed('PGRST')
    screenAt('/admin/support/x', <TicketScreen ticketId={TICKET_ID} />)
    expect(await screen.findByText(text.failed)).toBeTruthy()
  })
})
