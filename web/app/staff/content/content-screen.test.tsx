import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import { momentText } from '~/staff/shared/moment-field.he'
import { contentErrors, contentText as text } from './content.he'
import { ContentScreen } from './content-screen'
import { previewDialogText as previewText } from './preview-dialog.he'
import { searchPreviewText } from './search-preview.he'

const { rpc, toast } = vi.hoisted(() => ({
  rpc: vi.fn(),
  toast: { info: vi.fn(), error: vi.fn(), success: vi.fn() },
}))
vi.mock('~/shared/client/supabase-browser', () => ({ browserSupabase: () => ({ rpc }) }))
vi.mock('~/shared/ui/toast', () => ({ toast }))
vi.mock('~/staff/shared/use-member', () => ({
  useMember: () => ({ role: { name: 'super_admin', level: 1, permissions: [] } }),
}))

const VALUES = { name_he: 'השקעות', slug: 'investments', description_he: 'תיאור', is_featured: false }
const RECORD = {
  ...{ id: 'c1', version: 3, values: VALUES, live: VALUES, state: 'published', is_shown: true },
  ...{ edited_at: '2026-11-23T10:00:00Z', edited_by: 'נועה לוי', publish_at: null, unpublish_at: null },
  ...{ schedule_failure: null, problems: [], reach: { students: 0, certificates: 0 } },
}
let answers: Record<string, unknown>
beforeEach(() => {
  for (const call of [rpc, ...Object.values(toast)]) call.mockReset()
  answers = { read_content: RECORD, content_history: [] }
  rpc.mockImplementation((name: string) => ({
    abortSignal: async () => {
      const answer = answers[name]
      return answer instanceof Error
        ? { data: null, error: { message: 'x', code: answer.message, details: '' }, status: 409 }
        : { data: answer, error: null, status: 200 }
    },
  }))
})
const called = (name: string) => rpc.mock.calls.filter(([asked]) => asked === name).map(([, args]) => args)
const open = async () => {
  screenAt('/admin/categories/c1', <ContentScreen kind="category" id="c1" />)
  await screen.findByRole('heading', { name: 'השקעות', level: 1 })
  return userEvent.setup()
}
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

describe('a record', () => {
  it('that stands as published has nothing to publish; what is typed is saved before', async () => {
    const user = await open()
    expect(button(text.publishChanges).disabled).toBe(true)
    expect(screen.getByText(text.publishAgain)).toBeTruthy()
    await user.type(screen.getByLabelText('שם'), ' וחיסכון')
    expect(screen.getByText(text.saveFirst)).toBeTruthy()
    answers.save_content = { ...RECORD, version: 4, state: 'changed', values: { ...VALUES, name_he: 'השקעות וחיסכון' } }
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(button(text.publishChanges).disabled).toBe(false))
    const changes = { name_he: 'השקעות וחיסכון' }
    expect(called('save_content')).toEqual([{ kind: 'category', id: 'c1', version: 3, changes }])
    answers.publish_content = { ...RECORD, version: 4 }
    await user.click(button(text.publishChanges))
    expect(called('publish_content')).toEqual([{ kind: 'category', id: 'c1', version: 4 }])
    await waitFor(() => expect(toast.success).toHaveBeenCalledExactlyOnceWith(text.published))
  })

  it('that lacks something wants a reason, and leads to the field', async () => {
    const problems = [{ code: 'DESCRIPTION_MISSING', field: 'description_he', can_waive: true }]
    answers.read_content = { ...RECORD, state: 'draft', is_shown: false, problems }
    const user = await open()
    await user.click(button(text.gaps.DESCRIPTION_MISSING ?? ''))
    expect(document.activeElement).toBe(screen.getByLabelText('תיאור'))
    await user.click(button(text.publish))
    const dialog = within(screen.getByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: text.publish }))
    expect(dialog.getByText(text.reasonMissing)).toBeTruthy()
    expect(called('publish_content')).toEqual([])
    await user.type(dialog.getByLabelText(text.reason), 'בדרך')
    answers.publish_content = RECORD
    await user.click(dialog.getByRole('button', { name: text.publish }))
    await waitFor(() =>
      expect(called('publish_content')).toEqual([{ kind: 'category', id: 'c1', version: 3, waiver: 'בדרך' }]),
    )
  })

  it('with what must be mended cannot be published', async () => {
    const problems = [{ code: 'SLUG_TAKEN', field: 'slug', can_waive: false }]
    answers.read_content = { ...RECORD, state: 'changed', problems }
    await open()
    expect(button(text.publishChanges).disabled).toBe(true)
    expect(screen.getByRole('button', { name: `כתובת: ${text.problems.SLUG_TAKEN}` })).toBeTruthy()
  })

  it('that somebody changed meanwhile is not published, and says so', async () => {
    answers.read_content = { ...RECORD, state: 'changed' }
    answers.publish_content = new Error('CONTENT_CHANGED')
    const user = await open()
    await user.click(button(text.publishChanges))
    await waitFor(() => expect(toast.error).toHaveBeenCalledExactlyOnceWith(contentErrors.CONTENT_CHANGED))
  })

  it('is given moments by the clock of Israel', async () => {
    const user = await open()
    await user.click(button(text.schedule))
    const from = screen.getByLabelText(text.from)
    await user.type(from, '2020-01-01T10:00')
    await user.click(button(text.scheduleDone))
    expect(screen.getByText(text.scheduleProblem)).toBeTruthy()
    await user.clear(from)
    await user.type(from, '2027-03-26T02:30')
    expect(screen.getByText(momentText.skipped('03:30'))).toBeTruthy()
    await user.clear(from)
    await user.type(from, '2027-10-31T01:30')
    expect(screen.getByText(momentText.twice)).toBeTruthy()
    await user.clear(from)
    // As a browser has it where only the day is typed.
    vi.spyOn(from as HTMLInputElement, 'validity', 'get').mockReturnValue({ badInput: true } as ValidityState)
    await user.click(button(text.scheduleDone))
    expect(screen.getByText(text.scheduleProblem)).toBeTruthy()
    expect(called('schedule_content')).toEqual([])
    vi.restoreAllMocks()
    await user.type(from, '2099-07-01T10:00')
    answers.schedule_content = { ...RECORD, state: 'scheduled', publish_at: '2099-07-01T07:00:00Z' }
    answers.read_content = answers.schedule_content
    await user.click(button(text.scheduleDone))
    await waitFor(() =>
      expect(called('schedule_content')).toEqual([
        { kind: 'category', id: 'c1', version: 3, publish_at: '2099-07-01T07:00:00.000Z' },
      ]),
    )
    expect(await screen.findByText(text.willPublish('1 ביולי 2099, 10:00'))).toBeTruthy()
  })

  it('is shown by a link that is made for a while, copied, opened beside, and taken back', async () => {
    answers.make_content_preview = { token: 'a1b2', expires_at: '2099-07-01T07:00:00Z' }
    answers.end_content_previews = 1
    const user = await open()
    await user.click(button(text.preview))
    const dialog = within(screen.getByRole('dialog'))
    await user.selectOptions(dialog.getByLabelText(previewText.duration), previewText.hours[168])
    await user.click(dialog.getByRole('button', { name: previewText.make }))
    const address = `${window.origin}/preview#a1b2`
    expect((await dialog.findByLabelText<HTMLInputElement>(previewText.link)).value).toBe(address)
    expect(called('make_content_preview')).toEqual([{ kind: 'category', id: 'c1', hours: 168 }])
    expect(dialog.getByRole('link', { name: previewText.open }).getAttribute('href')).toBe(address)
    await user.click(dialog.getByRole('button', { name: previewText.copy }))
    expect(await navigator.clipboard.readText()).toBe(address)
    await user.click(dialog.getByRole('button', { name: previewText.end }))
    await waitFor(() => expect(toast.success).toHaveBeenLastCalledWith(previewText.ended.one))
    expect(dialog.queryByLabelText(previewText.link)).toBeNull()
  })

  it('with students in it says so before it is hidden', async () => {
    answers.read_content = { ...RECORD, reach: { students: 3, certificates: 1 } }
    const user = await open()
    await user.click(button(text.trash))
    expect(screen.getByRole('dialog').textContent).toContain('ל־3 סטודנטים יש כאן התקדמות ותעודה אחת.')
  })

  it('in the trash can be taken back, and nothing else', async () => {
    answers.read_content = { ...RECORD, state: 'trash', is_shown: false }
    answers.trash_content = { ...RECORD, state: 'draft', is_shown: false }
    const user = await open()
    expect(screen.queryByRole('button', { name: text.publish })).toBeNull()
    await user.click(button(text.restore))
    expect(called('trash_content')).toEqual([{ kind: 'category', id: 'c1', trash: false }])
  })

  it('shows what differed between two versions, and puts an earlier one into the fields', async () => {
    const at = '2026-11-23T10:00:00Z'
    const line = { is_shown: true, made_at: at, made_by: 'נועה לוי', waiver: null }
    answers.content_history = [
      { ...line, version: 2, data: VALUES },
      { ...line, version: 1, data: { ...VALUES, name_he: 'שם ישן', description_he: 'ארוך '.repeat(150) } },
    ]
    const user = await open()
    expect((await screen.findByText('שם ישן')).closest('del')).toBeTruthy()
    expect(screen.getByText('שם ישן').closest('details')).toBeNull()
    expect(screen.getByText(text.longChange).closest('details')?.open).toBe(false)
    await user.click(screen.getAllByRole('button', { name: text.takeBack })[1] as HTMLElement)
    expect(screen.getByLabelText<HTMLInputElement>('שם').value).toBe('שם ישן')
    expect(screen.getByText(text.saveFirst)).toBeTruthy()
  })

  it('shows how a search will show it, while it is written', async () => {
    const user = await open()
    await user.type(screen.getByLabelText('תיאור'), ' של כל מה שצריך לדעת')
    const preview = screen.getByText(searchPreviewText.title).closest('details') as HTMLElement
    expect(preview.textContent).toContain('/categories/investments')
    expect(preview.textContent).toContain('תיאור של כל מה שצריך לדעת')
    expect(within(preview).getAllByText(searchPreviewText.verdicts.short)).not.toHaveLength(0)
  })

  it('that is not there says so, with the way back', async () => {
    answers.read_content = new Error('CONTENT_NOT_FOUND')
    screenAt('/admin/categories/c1', <ContentScreen kind="category" id="c1" />)
    expect(await screen.findByRole('heading', { name: text.notFound })).toBeTruthy()
  })
})
