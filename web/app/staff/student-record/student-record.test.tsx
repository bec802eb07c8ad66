import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import { reasonText } from '~/staff/shared/reason-dialog.he'
import { refusalText } from '~/staff/shared/refusals.he'
import { certificatesText } from './certificates.he'
import { correctionText } from './correction.he'
import { staffNotesText } from './staff-notes.he'
import { studentText as text } from './student.he'
import { actionsText } from './student-actions.he'
import { StudentScreen } from './student-screen'
import { studentTagsText } from './student-tags.he'
import { timelineText } from './timeline.he'

const { rpc } = vi.hoisted(() => ({ rpc: vi.fn() }))
vi.mock('~/shared/client/supabase-browser', () => ({ browserSupabase: () => ({ rpc }) }))
const member = vi.hoisted(() => ({
  email: 'noa@example.com',
  role: { name: 'admin', level: 2, permissions: ['students.view', 'users.manage'] },
}))
vi.mock('~/staff/shared/use-member', () => ({ useMember: () => member }))

const student = {
  id: 's1',
  sort_value: 'x',
  first_name: 'דנה',
  last_name: 'לוי',
  email_masked: 'd***@e***.com',
  phone_masked: '**********233',
  state: 'active',
  marketing_consent: false,
  started_lessons: 3,
  completed_lessons: 1,
  last_watched: null,
  last_login_at: null,
  created_at: '2026-11-01T10:00:00Z',
  tags: ['Pilot'],
}
const record = {
  has_second_step: false,
  profile: {
    email: 'dana@example.com',
    first_name: 'דנה',
    last_name: 'לוי',
    phone_number: '+972541112233',
    phone_owed: false,
    details_version: 4,
  },
  courses: [],
  consents: [],
}
const line = (key: string, changed: object = {}) => ({
  at: '2026-11-20T10:00:00Z',
  key,
  kind: 'staff',
  what: 'student closed',
  title: null,
  detail: 'חשד',
  actor: 'נועה',
  ...changed,
})

type Answer = unknown | (() => unknown)
let answers: Record<string, Answer>
const refuse = (code: string, details?: string) => () => ({ error: { code, message: 'no', details }, status: 403 })
const asked = (name: string) => rpc.mock.calls.filter(([called]) => called === name).map(([, args]) => args)

beforeEach(() => {
  answers = {
    list_students: { rows: [student], total: 1, size: 50 },
    open_student_record: null,
    read_student_record: record,
    student_notes: [],
    student_timeline: { rows: [line('a'), line('b', { what: 'looked_record', detail: null })], size: 50 },
  }
  rpc.mockReset().mockImplementation((name: string) => {
    const answer = answers[name]
    const response = typeof answer === 'function' ? answer() : { data: answer ?? null, error: null, status: 200 }
    return { abortSignal: () => Promise.resolve(response) }
  })
})

async function open() {
  screenAt('/admin/students/s1', <StudentScreen studentId="s1" />)
  await screen.findByRole('heading', { level: 1, name: 'דנה לוי' })
}
async function openRecord() {
  await open()
  await userEvent.click(screen.getByRole('button', { name: text.show }))
  await screen.findByText('dana@example.com')
}
async function choose(item: string) {
  await userEvent.click(screen.getByRole('button', { name: actionsText.menu }))
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
}

describe('the record of a student', () => {
  it('[2.12-05] tells what happened in words, by kind, and nothing personal until it is opened', async () => {
    await open()
    const timeline = within(screen.getByRole('region', { name: timelineText.title }))
    expect(await timeline.findByText('החשבון הושבת')).toBeTruthy()
    expect(timeline.getByText('הפרטים האישיים נפתחו')).toBeTruthy()
    expect(timeline.getByRole('link', { name: timelineText.audit }).getAttribute('href')).toMatch(
      /^\/admin\/audit\?search=[^&]+&entity=users$/,
    )
    expect(screen.queryByText('dana@example.com')).toBeNull()
    expect(screen.queryByRole('region', { name: staffNotesText.title })).toBeNull()
    fireEvent.change(timeline.getByRole('combobox'), { target: { value: 'mail' } })
    await waitFor(() => expect(asked('student_timeline').at(-1)).toMatchObject({ query: { kinds: ['mail'] } }))
  })

  it('[5-01] once it is opened, says to which version of the texts they agreed, with the hash of its words', async () => {
    const agreed = { granted: true, occurred_at: '2026-11-20T10:00:00Z', version: 2, text_hash: 'ab12' }
    answers.read_student_record = {
      ...record,
      consents: [
        { ...agreed, purpose: 'terms' },
        { ...agreed, purpose: 'marketing', version: null, text_hash: null },
        { ...agreed, purpose: 'privacy', version: null, text_hash: null },
      ],
    }
    await openRecord()
    const agreements = within(screen.getByRole('region', { name: text.agreements }))
    expect(agreements.getAllByRole('listitem')).toHaveLength(2)
    expect(agreements.getByRole('link', { name: text.agreedVersion(2) }).getAttribute('href')).toBe('/terms?version=2')
    expect(agreements.getByText('ab12')).toBeTruthy()
    expect(agreements.getByText(/לא נשמר לאיזה נוסח/)).toBeTruthy()
  })

  it('leads to the lines before, by the last one', async () => {
    answers.student_timeline = { rows: [line('a'), line('b'), line('c')], size: 2 }
    await open()
    await screen.findAllByText('החשבון הושבת')
    answers.student_timeline = { rows: [line('c')], size: 2 }
    await userEvent.click(screen.getByRole('button', { name: timelineText.more }))
    expect(asked('student_timeline').at(-1)).toMatchObject({ query: { after: { key: 'b' } } })
  })

  it('[6-07] an action wants a reason, and says in words why it was refused', async () => {
    answers.end_student_sessions = refuse('INSUFFICIENT_LEVEL')
    await open()
    await choose(actionsText.acts.sessions.item)
    await userEvent.click(screen.getByRole('button', { name: actionsText.acts.sessions.confirm }))
    expect(screen.getByText(reasonText.reasonMissing)).toBeTruthy()
    await userEvent.type(screen.getByRole('textbox', { name: reasonText.reason }), 'ביקשה בטלפון')
    await userEvent.click(screen.getByRole('button', { name: actionsText.acts.sessions.confirm }))
    expect((await screen.findByRole('alert')).textContent).toBe(refusalText.INSUFFICIENT_LEVEL)
    expect(asked('end_student_sessions')).toEqual([{ student_id: 's1', reason: 'ביקשה בטלפון' }])
  })

  it('[6-07] details are corrected by the version that was read; a number of another account is moved with a reason', async () => {
    answers.correct_student = refuse('PHONE_ALREADY_EXISTS')
    await openRecord()
    const form = within(screen.getByRole('form', { name: correctionText.title }))
    const phone = form.getByRole('textbox', { name: correctionText.labels.phone_number })
    await userEvent.clear(phone)
    await userEvent.type(phone, '+972541112244{Enter}')
    await userEvent.click(await screen.findByRole('button', { name: correctionText.move }))
    await userEvent.type(screen.getByRole('textbox', { name: reasonText.reason }), 'הציגה חשבון')
    await userEvent.click(screen.getByRole('button', { name: correctionText.moveConfirm }))
    await waitFor(() =>
      expect(asked('move_student_phone')).toEqual([
        { student_id: 's1', phone_number: '+972541112244', reason: 'הציגה חשבון' },
      ]),
    )
    expect(asked('correct_student')).toEqual([
      { student_id: 's1', version: 4, changes: { phone_number: '+972541112244' } },
    ])
  })

  it('notes are written while the record is open', async () => {
    await openRecord()
    const notes = within(await screen.findByRole('region', { name: staffNotesText.title }))
    await userEvent.type(await notes.findByRole('textbox', { name: staffNotesText.label }), 'התקשרה')
    await userEvent.click(notes.getByRole('button', { name: staffNotesText.save }))
    await waitFor(() => expect(asked('write_student_note')).toEqual([{ student_id: 's1', body: 'התקשרה' }]))
  })
})

describe('the certificates of a record', () => {
  const held = { number: '7K2M94TQA1B2', course_title: 'קורס', issued_at: '2026-11-20T10:00:00Z' }
  const certificates = () => within(screen.getByRole('region', { name: certificatesText.title }))

  it('are revoked with a reason, for good or to make room for another', async () => {
    answers.student_certificates = [{ ...held, revoked_at: null, revoked_reason: null }]
    await openRecord()
    await userEvent.click(await screen.findByRole('button', { name: certificatesText.renew }))
    const dialog = within(screen.getByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: certificatesText.revoke }))
    expect(dialog.getByText(reasonText.reasonMissing)).toBeTruthy()
    await userEvent.type(dialog.getByLabelText(reasonText.reason), 'השם תוקן')
    answers.student_certificates = [{ ...held, revoked_at: '2026-11-23T10:00:00Z', revoked_reason: 'השם תוקן' }]
    await userEvent.click(dialog.getByRole('button', { name: certificatesText.revoke }))
    expect(await screen.findByText(/בוטלה ב־23 בנובמבר 2026: השם תוקן/)).toBeTruthy()
    expect(asked('revoke_certificate')).toEqual([
      { student_id: 's1', number: held.number, reason: 'השם תוקן', may_issue_again: true },
    ])
    expect(certificates().queryByRole('button')).toBeNull()
  })
})

describe('tags of a student', () => {
  it('are added and removed at once, and a removal is taken back', async () => {
    answers.change_student_tag = [{ id: 's1', outcome: 'changed' }]
    answers.student_tag_names = ['Pilot', 'עיתונות']
    await open()
    fireEvent.click(screen.getByRole('button', { name: studentTagsText.open }))
    const field = screen.getByRole('combobox', { name: studentTagsText.label })
    expect(document.activeElement).toBe(field)
    fireEvent.change(field, { target: { value: 'עיתונות' } })
    fireEvent.click(screen.getByRole('button', { name: studentTagsText.add }))
    await waitFor(() => expect((field as HTMLInputElement).value).toBe(''))
    fireEvent.click(screen.getByRole('button', { name: studentTagsText.remove('Pilot') }))
    await waitFor(() => expect(asked('change_student_tag')).toHaveLength(2))
    expect(asked('change_student_tag')).toEqual([
      { student_ids: ['s1'], tag: 'עיתונות', has: true },
      { student_ids: ['s1'], tag: 'Pilot', has: false },
    ])
  })

  it('that are refused stay in the field, with the reason beside it', async () => {
    answers.change_student_tag = [{ id: 's1', outcome: 'refused', code: 'TOO_MANY_TAGS' }]
    await open()
    fireEvent.click(screen.getByRole('button', { name: studentTagsText.open }))
    const field = screen.getByRole<HTMLInputElement>('combobox', { name: studentTagsText.label })
    fireEvent.change(field, { target: { value: 'אחת יותר' } })
    fireEvent.click(screen.getByRole('button', { name: studentTagsText.add }))
    await screen.findByText(studentTagsText.why.TOO_MANY_TAGS ?? '')
    expect(field.value).toBe('אחת יותר')
    expect(field.getAttribute('aria-invalid')).toBe('true')
    fireEvent.keyDown(field, { key: 'Escape' })
    expect(document.activeElement).toBe(screen.getByRole('button', { name: studentTagsText.open }))
  })
})
