import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import { listText } from '~/staff/list/list.he'
import { selectionText } from '~/staff/list-selection/selection.he'
import { viewsText } from '~/staff/saved-views/saved-views.he'
import { reasonText } from '~/staff/shared/reason-dialog.he'
import { bulkText as text } from './bulk.he'
import { studentsText } from './students.he'
import { StudentsScreen } from './students-screen'

const { rpc, saved, role } = vi.hoisted(() => ({
  rpc: vi.fn(),
  saved: [] as object[],
  role: { name: 'admin', level: 2, permissions: ['students.view', 'users.manage'] },
}))
vi.mock('~/shared/client/supabase-browser', () => {
  const views: Record<string, () => unknown> = {
    select: () => views,
    eq: () => views,
    order: () => views,
    abortSignal: () => Promise.resolve({ data: saved, error: null, status: 200 }),
  }
  return { browserSupabase: () => ({ rpc, from: () => views }) }
})
vi.mock('~/staff/shared/use-member', () => ({ useMember: () => ({ role }) }))

const student = (id: string) => ({ id, sort_value: id, first_name: `דנה ${id}`, last_name: '', state: 'active' })
const answers: Record<string, unknown> = {
  list_students: { rows: ['a', 'b', 'c'].map(student), total: 5, more: false, size: 3 },
  student_choice: ['a', 'b', 'c', 'd', 'e'].map((id) => [id, `דנה ${id}`]),
  student_tag_names: ['Pilot'],
  change_student_tag: [
    { id: 'a', outcome: 'changed' },
    { id: 'b', outcome: 'refused', code: 'TOO_MANY_TAGS' },
  ],
  set_students_active: [
    { id: 'a', outcome: 'changed' },
    { id: 'b', outcome: 'refused', code: 'INSUFFICIENT_LEVEL' },
    { id: 'c', outcome: 'unchanged' },
  ],
}
const calls = (name: string) => rpc.mock.calls.filter(([called]) => called === name).map(([, args]) => args)
const open = async (address = '/admin/students') => {
  const view = screenAt('/admin/students', <StudentsScreen />, address)
  await screen.findByRole('table')
  return view
}
const rows = () => screen.getAllByRole('row').slice(1) as HTMLElement[]
const box = (id: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: selectionText.row(`דנה ${id}`) })
const button = (name: string) => screen.getByRole('button', { name })

beforeEach(() => {
  saved.length = 0
  rpc.mockReset()
  rpc.mockImplementation((name: string) => ({
    abortSignal: () => Promise.resolve({ data: answers[name], error: null, status: 200 }),
  }))
})

it('chooses rows by Space and by Shift on the way, lets them go by Escape', async () => {
  await open()
  const [first] = rows()
  first?.focus()
  fireEvent.keyDown(first as HTMLElement, { key: ' ' })
  expect(box('a').checked).toBe(true)
  fireEvent.keyDown(first as HTMLElement, { key: 'ArrowDown', code: 'ArrowDown', shiftKey: true })
  expect(box('b').checked).toBe(true)
  expect(box('c').checked).toBe(false)
  fireEvent.click(box('c'), { shiftKey: true })
  expect(screen.getByRole('region', { name: selectionText.bar }).textContent).toContain('נבחרו 3')
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(box('a').checked).toBe(false)
})

it('chooses all that match, past the page, and begins anew with another filter', async () => {
  await open()
  fireEvent.click(box('a'))
  fireEvent.click(button(selectionText.all('5')))
  await waitFor(() => expect(screen.getByText('נבחרו 5')).toBeTruthy())
  expect(calls('student_choice')).toEqual([{ query: { sort: 'created_at', direction: 'desc' } }])
  fireEvent.change(screen.getByRole('combobox', { name: 'מצב' }), { target: { value: 'closed' } })
  await waitFor(() => expect(screen.queryByRole('region', { name: selectionText.bar })).toBeNull())
})

it('chooses nothing of the rows of another search while its own are on their way, and goes on choosing over pages', async () => {
  await open()
  fireEvent.click(box('a'))
  let answer = (_data: unknown) => undefined as unknown
  rpc.mockImplementation(() => ({
    abortSignal: () => new Promise((resolve) => (answer = (data) => resolve({ data, error: null, status: 200 }))),
  }))
  fireEvent.click(screen.getByRole('button', { name: listText.sortBy(studentsText.columns.name) }))
  await waitFor(() => expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true'))
  fireEvent.click(box('b'))
  expect([box('a').checked, box('b').checked]).toEqual([true, true])
  fireEvent.change(screen.getByRole('combobox', { name: 'מצב' }), { target: { value: 'closed' } })
  await waitFor(() => expect(calls('list_students')).toHaveLength(3))
  expect(box('a').disabled).toBe(true)
  const page = screen.getByRole<HTMLInputElement>('checkbox', { name: selectionText.page })
  expect(page.disabled).toBe(true)
  const [first] = rows() as [HTMLElement]
  fireEvent.click(box('a'))
  fireEvent.click(page)
  fireEvent.keyDown(first, { key: ' ' })
  fireEvent.keyDown(first, { key: 'x', code: 'KeyX' })
  fireEvent.keyDown(first, { key: 'a', code: 'KeyA', ctrlKey: true })
  fireEvent.keyDown(first, { key: 'ArrowDown', code: 'ArrowDown', shiftKey: true })
  expect(screen.queryByRole('region', { name: selectionText.bar })).toBeNull()
  answer(answers.list_students)
  await waitFor(() => expect(box('a').disabled).toBe(false))
  fireEvent.click(box('c'))
  expect(screen.getByRole('region', { name: selectionText.bar }).textContent).toContain('נבחר אחד')
})

it('closes with one reason, tells who was refused and why, tries those again, and offers the way back', async () => {
  await open()
  fireEvent.click(screen.getByRole('checkbox', { name: selectionText.page }))
  fireEvent.click(button(text.close))
  fireEvent.change(screen.getByRole('textbox', { name: reasonText.reason }), { target: { value: 'חשד' } })
  fireEvent.click(button(text.confirm.close))
  const report = await screen.findByRole('region', { name: selectionText.report })
  expect(report.textContent).toContain('חשבון אחד הושבת')
  expect(report.textContent).toContain('חשבון אחד לא הושבת')
  expect(within(report).getByRole('listitem').textContent).toBe(`דנה b${text.why.INSUFFICIENT_LEVEL}`)
  fireEvent.click(button(selectionText.again))
  await waitFor(() => expect(calls('set_students_active')).toHaveLength(2))
  fireEvent.click(await screen.findByRole('button', { name: text.undo.close }))
  await waitFor(() =>
    expect(calls('set_students_active')).toEqual([
      { student_ids: ['a', 'b', 'c'], active: false, reason: 'חשד' },
      { student_ids: ['b'], active: false, reason: 'חשד' },
      { student_ids: ['a'], active: true, reason: text.undoReason },
    ]),
  )
})

it('shows no boxes to whoever may not change accounts', async () => {
  role.permissions = ['students.view']
  await open()
  expect(screen.queryByRole('checkbox')).toBeNull()
  role.permissions = ['students.view', 'users.manage']
})

it('without saved views there are no tabs, until something is shown that can be saved', async () => {
  await open()
  expect(screen.queryByRole('link', { name: viewsText.all })).toBeNull()
  fireEvent.change(screen.getByRole('combobox', { name: 'טלפון' }), { target: { value: 'owed' } })
  expect(await screen.findByRole('button', { name: viewsText.save })).toBeTruthy()
})

it('a saved view is a tab that leads to its address; what is not saved can be', async () => {
  saved.push({ id: '1', name: 'מושבתים', query: 'state=closed' })
  const { at } = await open()
  expect((await screen.findByRole('link', { name: viewsText.all })).getAttribute('aria-current')).toBe('page')
  fireEvent.click(await screen.findByRole('link', { name: 'מושבתים' }))
  expect(at()).toBe('/admin/students?state=closed')
  expect(screen.getByRole('button', { name: viewsText.more('מושבתים') })).toBeTruthy()
  expect(screen.queryByRole('button', { name: viewsText.save })).toBeNull()
  fireEvent.change(screen.getByRole('combobox', { name: 'טלפון' }), { target: { value: 'owed' } })
  expect(await screen.findByRole('button', { name: viewsText.save })).toBeTruthy()
})

it('gives a tag to all chosen students, tells who could not have it, and takes it back', async () => {
  await open()
  fireEvent.click(box('a'))
  fireEvent.click(box('b'))
  fireEvent.click(button(text.tag))
  const dialog = await screen.findByRole('dialog')
  const field = within(dialog).getByRole('combobox', { name: text.tagLabel })
  await waitFor(() => expect(dialog.querySelectorAll('option')).toHaveLength(1))
  fireEvent.change(field, { target: { value: ' Pilot ' } })
  fireEvent.click(within(dialog).getByRole('button', { name: text.tagConfirm }))
  await screen.findByText(text.done.tag.one)
  expect(calls('change_student_tag')).toEqual([{ student_ids: ['a', 'b'], tag: 'Pilot', has: true }])
  expect(screen.getByText(text.refused.tag.one, { exact: false })).toBeTruthy()
  fireEvent.click(button(text.undo.tag))
  await waitFor(() => expect(calls('change_student_tag')[1]).toEqual({ student_ids: ['a'], tag: 'Pilot', has: false }))
})
