import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import { LegalListScreen } from './legal-list-screen'
import { LegalTextScreen } from './legal-text-screen'
import { legalTextErrors, legalTextsText as text } from './legal-texts.he'

const { rpc, from, toast } = vi.hoisted(() => ({
  rpc: vi.fn(),
  from: vi.fn(),
  toast: { info: vi.fn(), error: vi.fn(), success: vi.fn() },
}))
vi.mock('~/shared/client/supabase-browser', () => ({ browserSupabase: () => ({ rpc, from }) }))
vi.mock('~/shared/ui/toast', () => ({ toast }))
vi.mock('~/staff/shared/use-member', () => ({
  useMember: () => ({ role: { name: 'super_admin', level: 1, permissions: [] } }),
}))

const body = (words: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }],
})
const version = (number: number, changes: object = {}) => ({
  ...{ id: `v${number}`, version: number, effective_at: `2026-0${number}-01T09:00:00Z`, awaits_review: false },
  ...{ summary_he: `סיכום ${number}`, demands_acceptance: false, text_hash: 'ab12', withdrawn_at: null },
  ...{ made_at: '2026-01-01T09:00:00Z', made_by: 'נועה לוי', accepted: 0, ...changes },
})
const RECORD = {
  ...{ slug: 'terms', title_he: 'תנאי שימוש', version: 4, gaps: [], edited_at: null, edited_by: null, in_force: 2 },
  values: { body: body('נוסח חדש'), summary_he: 'מה השתנה כאן', demands_acceptance: true },
  reach: { students: 12, waiting: 3 },
  versions: [version(2, { accepted: 9 }), version(1, { accepted: 2 })],
}
const BODIES: Record<string, object> = { v1: body('נוסח ישן'), v2: body('נוסח קיים') }
let answers: Record<string, unknown>
const answerOf = (answer: unknown) =>
  answer instanceof Error
    ? { data: null, error: { message: 'x', code: answer.message, details: '[]' }, status: 409 }
    : { data: answer, error: null, status: 200 }

beforeEach(() => {
  for (const call of [rpc, from, ...Object.values(toast)]) call.mockReset()
  answers = { read_legal_document: RECORD }
  rpc.mockImplementation((name: string) => ({ abortSignal: async () => answerOf(answers[name]) }))
  from.mockImplementation(() => ({
    select: () => ({
      eq: (_: string, id: string) => ({
        abortSignal: () => ({ single: async () => answerOf({ body: BODIES[id] }) }),
      }),
    }),
  }))
})
const called = (name: string) => rpc.mock.calls.filter(([asked]) => asked === name).map(([, args]) => args)
const open = async () => {
  screenAt('/admin/legal/terms', <LegalTextScreen slug="terms" />)
  await screen.findByRole('heading', { name: 'תנאי שימוש', level: 1 })
  return userEvent.setup()
}
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

it('[2.12-17] a draft stands beside how it will look, and what differs from the text in force', async () => {
  await open()
  const preview = screen.getByRole('region', { name: text.preview })
  expect(within(preview).getByText('נוסח חדש')).toBeTruthy()
  await waitFor(() => expect(document.querySelector('del')?.textContent).toContain('קיים'))
  expect(document.querySelector('ins')?.textContent).toContain('חדש')
  const user = userEvent.setup()
  await user.selectOptions(screen.getByLabelText(text.compareFrom), '1')
  await user.selectOptions(screen.getByLabelText(text.compareTo), '2')
  await waitFor(() => expect(document.querySelector('del')?.textContent).toContain('ישן'))
})

it('[6-23] publishing says how many students are asked, and names the draft that was read', async () => {
  const user = await open()
  await user.click(button(text.publish))
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText('12 סטודנטים יתבקשו לאשר את הנוסח החדש.')).toBeTruthy()
  expect(dialog.getByText('מה השתנה כאן')).toBeTruthy()
  answers.publish_legal_draft = { ...RECORD, version: 5, gaps: ['UNCHANGED'], in_force: 3 }
  answers.read_legal_document = answers.publish_legal_draft
  await user.click(dialog.getByRole('button', { name: text.confirm }))
  await waitFor(() => expect(called('publish_legal_draft')).toEqual([{ slug: 'terms', version: 4 }]))
  await waitFor(() => expect(toast.success).toHaveBeenCalledExactlyOnceWith(text.published))
})

it('a later day is one by the clock of Israel, ahead and within a year', async () => {
  const user = await open()
  await user.click(button(text.publish))
  await user.click(screen.getByLabelText(text.later))
  await user.type(screen.getByLabelText(text.day), '2020-01-01T10:00')
  await user.click(button(text.confirm))
  expect(screen.getByText(text.dayProblem)).toBeTruthy()
  const day = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)
  await user.clear(screen.getByLabelText(text.day))
  await user.type(screen.getByLabelText(text.day), `${day}T12:00`)
  answers.publish_legal_draft = new Error('CONTENT_CHANGED')
  await user.click(button(text.confirm))
  expect(await screen.findByText(legalTextErrors.CONTENT_CHANGED)).toBeTruthy()
  expect(called('publish_legal_draft')).toEqual([
    { slug: 'terms', version: 4, effective_at: expect.stringMatching(`^${day}T(09|10):00`) },
  ])
})

it('what is missing is said, and what is typed is saved before anything is published', async () => {
  answers.read_legal_document = { ...RECORD, gaps: ['SUMMARY_MISSING'], values: { ...RECORD.values, summary_he: '' } }
  const user = await open()
  expect(screen.getByText(text.gaps.SUMMARY_MISSING ?? '')).toBeTruthy()
  expect(button(text.publish).disabled).toBe(true)
  await user.type(screen.getByLabelText(text.labels.summary_he), 'סעיף חדש')
  expect(screen.getByText(text.saveFirst)).toBeTruthy()
  answers.save_legal_draft = { ...RECORD, version: 5, values: { ...RECORD.values, summary_he: 'סעיף חדש' } }
  await user.keyboard('{Control>}s{/Control}')
  await waitFor(() => expect(button(text.publish).disabled).toBe(false))
  expect(called('save_legal_draft')).toEqual([{ slug: 'terms', version: 4, changes: { summary_he: 'סעיף חדש' } }])
})

it('[6-23] each version tells who agreed to it; one that waits for its day can be withdrawn', async () => {
  answers.read_legal_document = { ...RECORD, gaps: ['VERSION_COMING'], versions: [version(3), ...RECORD.versions] }
  const user = await open()
  expect(screen.getByText('9 סטודנטים אישרו')).toBeTruthy()
  expect(screen.getByText('3 סטודנטים עוד לא אישרו')).toBeTruthy()
  await user.click(button(text.withdraw))
  answers.withdraw_legal_version = RECORD
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: text.withdraw }))
  await waitFor(() => expect(called('withdraw_legal_version')).toEqual([{ slug: 'terms', number: 3 }]))
})

it('cookies are agreed to by nobody, so that nothing is demanded', async () => {
  answers.read_legal_document = { ...RECORD, slug: 'cookies' }
  await open()
  expect(screen.queryByLabelText(text.labels.demands_acceptance)).toBeNull()
})

it('a text that there is not says so', async () => {
  answers.read_legal_document = new Error('LEGAL_NOT_FOUND')
  screenAt('/admin/legal/x', <LegalTextScreen slug="x" />)
  expect(await screen.findByRole('heading', { name: text.notFound })).toBeTruthy()
})

it('[2.12-17] the list says what is in force, what waits, and what nobody has reviewed', async () => {
  const row = { slug: 'terms', title_he: 'תנאי שימוש', version: 2, effective_at: '2026-03-01T09:00:00Z' }
  answers.list_legal_documents = [
    {
      ...{ ...row, awaits_review: true, coming_version: 3, coming_at: '2027-01-01T09:00:00Z' },
      ...{ is_drafted: true, edited_at: '2026-03-02T09:00:00Z', edited_by: 'נועה לוי' },
    },
  ]
  screenAt('/admin/legal', <LegalListScreen />)
  expect((await screen.findByRole('link', { name: 'תנאי שימוש' })).getAttribute('href')).toBe('/admin/legal/terms')
  for (const shown of [text.inForce(2, '1 במרץ 2026'), text.awaitsReview, text.coming(3, '1 בינו׳ 2027, 11:00')])
    expect(screen.getByText(shown)).toBeTruthy()
})
