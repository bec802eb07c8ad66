import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import { ticketText as text } from './ticket.he'
import { TicketScreen } from './ticket-screen'

const { rpc, member } = vi.hoisted(() => ({
  rpc: vi.fn(),
  member: { email: 'noa@academy.example', firstName: 'נועה', role: { name: 'support', level: 5, permissions: [''] } },
}))
vi.mock('~/shared/client/supabase-browser', () => ({ browserSupabase: () => ({ rpc }) }))
vi.mock('~/staff/shared/use-member', () => ({ useMember: () => member }))

const ID = '0a1b2c3d-0000-4000-8000-000000000000'
const TICKET = {
  id: ID,
  subject: 'הסרטון נעצר',
  name: 'דנה לוי',
  email: 'dana@example.com',
  student_id: null,
  status: 'open',
  priority: 1,
  tags: [],
  assignee_id: null,
  snoozed_until: null,
  created_at: '2026-11-22T08:00:00Z',
  last_message_at: '2026-11-22T08:00:00Z',
  first_answer_at: null,
  first_answer_due_at: null,
  merged_into: null,
  satisfaction: null,
  course_id: null,
  lesson_id: null,
  position_seconds: null,
  sentences: [],
  others: [],
  similar: [],
  events: [],
}
const ASKED = {
  id: 'm1',
  body: 'למה הוא נעצר?',
  author_kind: 'student',
  channel: 'web',
  created_at: '2026-11-22T08:00:00Z',
}
type Said = typeof ASKED & { author?: string }

/** The ticket at the server, which answers as its functions do. */
let messages: Said[]
let notes: Said[]
/** What becomes of the answer to the next call that says something. */
let onTheWay: (() => Promise<void>) | undefined

function say(name: string, args: Record<string, string>) {
  const [kept, id] = name === 'answer_ticket' ? [messages, args.message_id] : [notes, args.note_id]
  if (kept.some((message) => message.id === id)) return
  if (name === 'answer_ticket' && messages.at(-1)?.id !== args.seen_id) return 'TICKET_MOVED'
  kept.push({
    id: String(id),
    body: String(args.body),
    author_kind: 'staff',
    author: 'נועה',
    channel: 'web',
    created_at: '2026-11-22T09:00:00Z',
  })
}

async function answerOf(name: string, args: Record<string, string>) {
  const answers: Record<string, unknown> = {
    read_ticket: { ...TICKET, messages: [...messages], notes: [...notes] },
    read_ticket_mails: [],
    support_choices: {
      ...{ me: 'noa', members: [], tags: [] },
      canned: [{ id: 'r1', title: 'נעצר', body: 'שלום {שם}, על {קורס}.' }],
    },
    be_at_ticket: { others: [], changed_at: null },
  }
  if (name !== 'answer_ticket' && name !== 'note_on_ticket')
    return { data: answers[name] ?? null, error: null, status: 200 }
  const code = say(name, args)
  const way = onTheWay
  onTheWay = undefined
  await way?.()
  return code
    ? { data: null, error: { message: code, code, details: '' }, status: 409 }
    : { data: null, error: null, status: 200 }
}

beforeEach(() => {
  member.role.permissions = ['support.access']
  messages = [ASKED]
  notes = []
  onTheWay = undefined
  rpc.mockReset().mockImplementation((name: string, args: Record<string, string>) => ({
    abortSignal: () => answerOf(name, args),
  }))
})

const open = async () => {
  screenAt('/admin/support/x', <TicketScreen ticketId={ID} />)
  await screen.findByRole('heading', { level: 1, name: TICKET.subject })
}
const lost = () => Promise.reject(new TypeError('Failed to fetch'))
/** An answer that comes when it is told to. */
function held() {
  let arrive: (() => void) | undefined
  const way = new Promise<void>((resolve) => {
    arrive = resolve
  })
  onTheWay = () => way
  return () => arrive?.()
}
const field = (name: string = text.answer) => screen.getByRole('textbox', { name })
const write = (value: string, name?: string) => fireEvent.change(field(name), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const pressed = async (name: string) => {
  await waitFor(() => expect(screen.getByRole('button', { name })).toHaveProperty('disabled', false))
  press(name)
}
const bodiesOf = (message: Said[]) => message.map(({ body }) => body)
const inThread = (body: string) => screen.findByText(body, { selector: 'li p' })

describe('[2.12-06] an answer whose receipt was lost', () => {
  it('and that was corrected since goes out once the first is seen', async () => {
    await open()
    onTheWay = lost
    write('תיקנו מחר.')
    press(text.send)
    await screen.findByRole('alert')
    write('תיקנו היום.')
    await pressed(text.send)
    expect(await screen.findByText(text.moved)).toBeTruthy()
    expect(await inThread('תיקנו מחר.')).toBeTruthy()
    expect(field()).toHaveProperty('value', 'תיקנו היום.')
    await pressed(text.send)
    await waitFor(() => expect(field()).toHaveProperty('value', ''))
    expect(bodiesOf(messages)).toEqual([ASKED.body, 'תיקנו מחר.', 'תיקנו היום.'])
  })

  it('is the same with a space at its end', async () => {
    await open()
    onTheWay = lost
    write('תיקנו.')
    press(text.send)
    await screen.findByRole('alert')
    write('תיקנו. ')
    await pressed(text.send)
    await waitFor(() => expect(field()).toHaveProperty('value', ''))
    expect(bodiesOf(messages)).toEqual([ASKED.body, 'תיקנו.'])
  })

  it('and whose state was chosen anew since is not taken for the first, which keeps its own', async () => {
    await open()
    onTheWay = lost
    write('תיקנו.')
    press(text.send)
    await screen.findByRole('alert')
    fireEvent.change(screen.getByRole('combobox', { name: text.after }), { target: { value: 'solved' } })
    await pressed(text.send)
    expect(await screen.findByText(text.moved)).toBeTruthy()
    expect(await inThread('תיקנו.')).toBeTruthy()
    expect(field()).toHaveProperty('value', 'תיקנו.')
  })

  it('is not taken for a note of other words, nor for the same answer given again', async () => {
    await open()
    press(text.modes.note)
    onTheWay = lost
    write('התקשרנו', text.noteField)
    press(text.saveNote)
    await screen.findByRole('alert')
    write('התקשרנו, אין מענה', text.noteField)
    await pressed(text.saveNote)
    await waitFor(() => expect(field(text.noteField)).toHaveProperty('value', ''))
    expect(bodiesOf(notes)).toEqual(['התקשרנו', 'התקשרנו, אין מענה'])
    await pressed(text.modes.answer)
    for (const count of [2, 3]) {
      write('תודה')
      await pressed(text.send)
      await waitFor(() => expect(field()).toHaveProperty('value', ''))
      await waitFor(() => expect(screen.getAllByText('תודה', { selector: 'li p' })).toHaveLength(count - 1))
      expect(messages).toHaveLength(count)
    }
  })
})

describe('[2.12-06] what is written while an answer is on its way', () => {
  it('stays in the field, with the focus, and in the browser', async () => {
    await open()
    const arrive = held()
    write('תיקנו.')
    press(text.send)
    field().focus()
    write('תיקנו. ועוד דבר')
    arrive()
    await inThread('תיקנו.')
    await waitFor(() => expect(screen.getByRole('button', { name: text.send })).toHaveProperty('disabled', false))
    expect(field()).toHaveProperty('value', 'תיקנו. ועוד דבר')
    expect(document.activeElement).toBe(field())
    cleanup()
    await open()
    expect(field()).toHaveProperty('value', 'תיקנו. ועוד דבר')
  })

  it('stays when it is a note, and the answer is gone', async () => {
    await open()
    const arrive = held()
    write('תיקנו.')
    press(text.send)
    press(text.modes.note)
    write('לבדוק שוב', text.noteField)
    arrive()
    await inThread('תיקנו.')
    expect(field(text.noteField)).toHaveProperty('value', 'לבדוק שוב')
    press(text.modes.answer)
    expect(field()).toHaveProperty('value', '')
    cleanup()
    await open()
    expect(field()).toHaveProperty('value', '')
    press(text.modes.note)
    expect(field(text.noteField)).toHaveProperty('value', 'לבדוק שוב')
  })
})

it('[2.12-06] a ready answer with a variable that has no value is sent only after somebody saw it', async () => {
  await open()
  fireEvent.change(await screen.findByRole('combobox', { name: text.canned }), { target: { value: 'r1' } })
  await waitFor(() => expect(field()).toHaveProperty('value', 'שלום דנה לוי, על {קורס}.'))
  press(text.send)
  expect(await screen.findByText(text.unfilled('{קורס}'))).toBeTruthy()
  expect(bodiesOf(messages)).toEqual([ASKED.body])
  write('שלום דנה לוי, על {קורס} ועל {שיעור}.')
  press(text.send)
  expect(await screen.findByText(text.unfilled('{קורס}, {שיעור}'))).toBeTruthy()
  expect(bodiesOf(messages)).toEqual([ASKED.body])
  press(text.send)
  await waitFor(() => expect(bodiesOf(messages)).toEqual([ASKED.body, 'שלום דנה לוי, על {קורס} ועל {שיעור}.']))
})
