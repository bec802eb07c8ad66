import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pass, screenAt } from '~/shared/testing/screen-at'
import { formText } from '~/staff/form/form.he'
import { correctionText } from './correction.he'
import { staffNotesText } from './staff-notes.he'
import { studentText as text } from './student.he'
import { StudentScreen } from './student-screen'

const { rpc } = vi.hoisted(() => ({ rpc: vi.fn() }))
vi.mock('~/shared/client/supabase-browser', () => ({ browserSupabase: () => ({ rpc }) }))
const member = vi.hoisted(() => ({
  email: 'noa@example.com',
  role: { name: 'admin', level: 2, permissions: ['students.view', 'users.manage'] },
}))
vi.mock('~/staff/shared/use-member', () => ({ useMember: () => member }))

const student = {
  ...{ id: 's1', sort_value: 'x', first_name: 'דנה', last_name: 'לוי', state: 'active', marketing_consent: false },
  ...{ email_masked: 'd***@e***.com', phone_masked: '**********233', started_lessons: 3, completed_lessons: 1 },
  ...{ last_watched: null, last_login_at: null, created_at: '2026-11-01T10:00:00Z', tags: [] },
}
const details = { email: 'dana@example.com', first_name: 'דנה', last_name: 'לוי', phone_number: '+972541112233' }
const record = {
  ...{ has_second_step: false, courses: [], consents: [] },
  profile: { ...details, phone_owed: false, details_version: 4 },
}
let answers: Record<string, unknown>
const asked = (name: string) => rpc.mock.calls.filter(([called]) => called === name).map(([, args]) => args)

beforeEach(() => {
  localStorage.clear()
  answers = {
    list_students: { rows: [student], total: 1, size: 50 },
    read_student_record: record,
    student_notes: [],
    student_timeline: { rows: [], size: 50 },
  }
  rpc.mockReset().mockImplementation((name: string) => ({
    abortSignal: async () => ({ data: answers[name] ?? null, error: null, status: 200 }),
  }))
})

async function open() {
  const view = screenAt('/admin/students/s1', <StudentScreen studentId="s1" />)
  await screen.findByRole('heading', { level: 1, name: 'דנה לוי' })
  return view
}
async function show() {
  fireEvent.click(screen.getByRole('button', { name: text.show }))
  await screen.findByText('dana@example.com')
}

describe('notes about a student', () => {
  const written = { author: 'נועה', created_at: '2026-11-27T10:00:00Z', may_change: true }
  const note = (id: string, body: string) => ({ ...written, id, body })
  const notes = () => within(screen.getByRole('region', { name: staffNotesText.title }))
  const field = () => notes().findByRole<HTMLTextAreaElement>('textbox', { name: staffNotesText.label })
  const button = (name: string) => notes().getByRole('button', { name })
  const first = async (name: string) => (await notes().findAllByRole('button', { name }))[0] as HTMLElement

  it('keep a half new one while an older one is changed, and there is a way back to it', async () => {
    answers.student_notes = [note('n1', 'חזרה אליה'), note('n2', 'ביקשה חשבונית')]
    await open()
    await show()
    await userEvent.type(await field(), 'התקשרה')
    await userEvent.click(await first(staffNotesText.change))
    expect((await field()).value).toBe('חזרה אליה')
    await userEvent.type(await field(), ' מחר')
    await userEvent.click(button(staffNotesText.cancelChange))
    expect((await field()).value).toBe('התקשרה')
    await userEvent.click(await first(staffNotesText.change))
    expect((await field()).value).toBe('חזרה אליה')
    await userEvent.click(button(staffNotesText.save))
    await waitFor(async () => expect((await field()).value).toBe('התקשרה'))
    await userEvent.click(button(staffNotesText.save))
    await waitFor(async () => expect((await field()).value).toBe(''))
    expect(asked('write_student_note')).toEqual([
      { student_id: 's1', body: 'חזרה אליה', note_id: 'n1' },
      { student_id: 's1', body: 'התקשרה' },
    ])
  })

  it('one that is removed while it is changed is changed no longer', async () => {
    answers.student_notes = [note('n1', 'חזרה אליה')]
    await open()
    await show()
    await userEvent.click(await first(staffNotesText.change))
    await userEvent.type(await field(), ' מחר')
    await userEvent.click(await first(staffNotesText.remove))
    answers.student_notes = []
    await userEvent.click(screen.getByRole('button', { name: staffNotesText.removeConfirm }))
    await notes().findByText(staffNotesText.none)
    expect((await field()).value).toBe('')
    expect(localStorage.getItem('lesson-drafts')).toBe('{}')
    await userEvent.type(await field(), 'חדשה')
    await userEvent.click(button(staffNotesText.save))
    await waitFor(() => expect(asked('write_student_note')).toEqual([{ student_id: 's1', body: 'חדשה' }]))
  })
})

describe('after ten minutes the record closes', () => {
  const TEN_MINUTES = 10 * 60 * 1000
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
  afterEach(() => void vi.useRealTimers())
  const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
  async function close() {
    await pass(TEN_MINUTES)
    expect(document.body.textContent).not.toContain('dana@example.com')
    expect(screen.queryByDisplayValue(/972/)).toBeNull()
  }

  it('and what was written of notes comes back with it', async () => {
    const note = { id: 'n1', body: 'חזרה אליה', author: 'נועה', created_at: '2026-11-27T10:00:00Z', may_change: true }
    answers.student_notes = [note]
    const field = (value: string) => screen.findByDisplayValue(value)
    await open()
    await show()
    type(await screen.findByRole('textbox', { name: staffNotesText.label }), 'התקשרה')
    fireEvent.click(await screen.findByRole('button', { name: staffNotesText.change }))
    type(await field('חזרה אליה'), 'חזרה אליה מחר')
    await close()
    expect(screen.queryByDisplayValue('חזרה אליה מחר')).toBeNull()
    await show()
    expect(await field('חזרה אליה מחר')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: staffNotesText.cancelChange }))
    expect(await field('התקשרה')).toBeTruthy()
  })

  it('and what was typed of a correction comes back with it, over what stands then', async () => {
    answers.correct_student = { version: 6, values: { first_name: 'דנה', last_name: 'לוין', phone_number: '' } }
    const view = await open()
    await show()
    const last = () => screen.getByRole<HTMLInputElement>('textbox', { name: correctionText.labels.last_name })
    const first = () => screen.getByRole<HTMLInputElement>('textbox', { name: correctionText.labels.first_name })
    type(last(), 'לוין')
    await close()
    expect(screen.getByText(correctionText.waiting)).toBeTruthy()
    await act(() => view.router.navigate('/admin'))
    fireEvent.click(await screen.findByRole('button', { name: formText.stay }))
    answers.read_student_record = {
      ...record,
      profile: { ...record.profile, first_name: 'דניאלה', details_version: 5 },
    }
    await show()
    expect([first().value, last().value]).toEqual(['דניאלה', 'לוין'])
    expect(screen.queryByText(correctionText.waiting)).toBeNull()
    fireEvent.keyDown(document.body, { code: 'KeyS', ctrlKey: true })
    await waitFor(() =>
      expect(asked('correct_student')).toEqual([{ student_id: 's1', version: 5, changes: { last_name: 'לוין' } }]),
    )
    await screen.findByText(/^נשמר ב/)
    await close()
    expect(screen.queryByText(correctionText.waiting)).toBeNull()
  })
})
