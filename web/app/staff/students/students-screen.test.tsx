import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { pass, screenAt } from '~/shared/testing/screen-at'
import { listText } from '~/staff/list/list.he'
import { studentsText as text } from './students.he'
import { StudentsScreen } from './students-screen'

const { rpc } = vi.hoisted(() => ({ rpc: vi.fn() }))
vi.mock('~/shared/client/supabase-browser', () => ({
  browserSupabase: () => ({
    rpc: (name: string, args: object) => (name === 'student_tag_names' ? tagNames : rpc(name, args)),
    from: () => savedViews,
  }),
}))
vi.mock('~/staff/shared/use-member', () => ({
  useMember: () => ({ role: { name: 'super_admin', level: 1, permissions: [] } }),
}))

/** Nobody has saved a view. */
const savedViews: Record<string, () => unknown> = {
  select: () => savedViews,
  eq: () => savedViews,
  order: () => savedViews,
  abortSignal: () => Promise.resolve({ data: [], error: null, status: 200 }),
}

const tagNames = { abortSignal: () => Promise.resolve({ data: ['Pilot'], error: null, status: 200 }) }

const row = (id: string, changed: object = {}) => ({
  id,
  sort_value: `value ${id}`,
  first_name: `דנה ${id}`,
  last_name: 'לוי',
  email_masked: 'd***@e***.com',
  phone_masked: null,
  state: 'active',
  marketing_consent: false,
  started_lessons: 3,
  completed_lessons: 1,
  last_watched: null,
  last_login_at: null,
  created_at: '2026-11-01T10:00:00Z',
  tags: [],
  ...changed,
})
const answer = (rows: object[], total = rows.length, size = 2) =>
  rpc.mockReturnValue({ abortSignal: () => Promise.resolve({ data: { rows, total, size }, error: null, status: 200 }) })
const asked = () => (rpc.mock.lastCall as [string, { query: object }])[1].query
const open = async (address = '/admin/students') => {
  const view = screenAt('/admin/students', <StudentsScreen />, address)
  await screen.findByRole('table')
  return view
}

beforeEach(() => {
  rpc.mockReset()
  answer([row('a'), row('b'), row('c')], 7)
})

describe('the list of students', () => {
  it('[2.12-05] shows a page with how many there are, and leads to the next one by its last row', async () => {
    const { at } = await open()
    expect(screen.getByRole('status').textContent).toBe('7 סטודנטים')
    expect(screen.getAllByRole('row')).toHaveLength(3)
    expect(screen.getByText(text.lessons(1, 3), { selector: 'tr:nth-child(1) *' })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: listText.next }))
    expect(decodeURIComponent(at())).toBe('/admin/students?after=value+b~b')
    expect(asked()).toMatchObject({ after: { value: 'value b', id: 'b' } })
  })

  it('asks for what its address says, and says what is chosen in its address', async () => {
    const { at } = await open('/admin/students?search=דנה&state=closed&absent=30&sort=name&direction=asc')
    expect(asked()).toMatchObject({
      search: 'דנה',
      states: ['closed'],
      absent_days: 30,
      sort: 'name',
      direction: 'asc',
    })
    fireEvent.change(screen.getByRole('combobox', { name: text.filters.phone.title }), { target: { value: 'owed' } })
    expect(asked()).toMatchObject({ states: ['closed'], phone_owed: true })
    expect(at()).toContain('phone=owed')
    fireEvent.click(screen.getByRole('button', { name: listText.clear }))
    expect(at()).toBe('/admin/students?sort=name&direction=asc')
  })

  it('filters by a tag that lies in the address, also one that nobody has any more', async () => {
    const { at } = await open('/admin/students?tag=ישן&columns=name,tags')
    expect(asked()).toMatchObject({ tag: 'ישן' })
    expect(screen.getByRole('columnheader', { name: text.columns.tags })).toBeTruthy()
    const box = screen.getByRole<HTMLSelectElement>('combobox', { name: text.filters.tag.title })
    expect([...box.options].map(({ text: name }) => name)).toEqual([text.filters.tag.any, 'Pilot', 'ישן'])
    fireEvent.change(box, { target: { value: 'Pilot' } })
    expect(asked()).toMatchObject({ tag: 'Pilot' })
    expect(at()).toContain('tag=Pilot')
  })

  it('[2.12-08] lists who registered in the days of a figure, which can be let go', async () => {
    const { at } = await open('/admin/students?registered=2026-11-01..2026-11-07')
    expect(asked()).toMatchObject({ registered_from: '2026-11-01', registered_to: '2026-11-07' })
    const box = screen.getByRole<HTMLSelectElement>('combobox', { name: text.filters.registered.title })
    expect(box.selectedOptions[0]?.text).toBe('1 בנובמבר 2026 – 7 בנובמבר 2026')
    fireEvent.change(box, { target: { value: '' } })
    expect(at()).toBe('/admin/students')
    expect(asked()).not.toHaveProperty('registered_from')
  })

  it.each(['2026-11-07..2026-11-01', '2026-11-01', '2026-13-01..2026-13-02', 'x..y'])(
    'asks for everybody where %s is no range of days',
    async (days) => {
      await open(`/admin/students?registered=${days}`)
      expect(asked()).not.toHaveProperty('registered_from')
      expect(screen.queryByRole('combobox', { name: text.filters.registered.title })).toBeNull()
    },
  )

  it('sorts by a heading, and the other way when pressed again', async () => {
    await open()
    const heading = () => screen.getByRole('button', { name: listText.sortBy(text.columns.name) })
    fireEvent.click(heading())
    expect(asked()).toMatchObject({ sort: 'name', direction: 'asc' })
    fireEvent.click(heading())
    expect(asked()).toMatchObject({ sort: 'name', direction: 'desc' })
    expect(screen.getByRole('columnheader', { name: text.columns.name }).getAttribute('aria-sort')).toBe('descending')
  })

  it('shows lower rows where its address says so, and says so when they are chosen', async () => {
    const { at } = await open('/admin/students?columns=name')
    expect(screen.getAllByRole('cell')[1]?.className).not.toContain('h-8')
    fireEvent.keyDown(screen.getByRole('button', { name: listText.display }), { key: 'Enter' })
    fireEvent.click(await screen.findByRole('menuitemcheckbox', { name: listText.dense }))
    expect(at()).toBe('/admin/students?columns=name&rows=dense')
    expect(document.querySelectorAll('td.h-8')).toHaveLength(2)
  })

  it('is walked by j, k and arrows, whatever letters the keyboard writes', async () => {
    await open()
    const [, first, second] = screen.getAllByRole('row')
    first?.focus()
    fireEvent.keyDown(first as HTMLElement, { key: 'ח', code: 'KeyJ' })
    expect(document.activeElement).toBe(second)
    fireEvent.keyDown(second as HTMLElement, { key: 'ArrowUp', code: 'ArrowUp' })
    expect(document.activeElement).toBe(first)
    fireEvent.keyDown(first as HTMLElement, { key: '/', code: 'Slash' })
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: listText.search }))
  })

  it('asks when the typing pauses, once', async () => {
    await open()
    vi.useFakeTimers()
    const before = rpc.mock.calls.length
    const field = screen.getByRole('searchbox', { name: listText.search })
    for (const value of ['ד', 'דנ', 'דנה']) fireEvent.change(field, { target: { value } })
    await pass(249)
    expect(rpc.mock.calls.length).toBe(before)
    await pass(1)
    expect(asked()).toMatchObject({ search: 'דנה' })
    expect(rpc.mock.calls.length).toBe(before + 1)
    vi.useRealTimers()
  })

  it('shows the columns that its address names', async () => {
    await open('/admin/students?columns=name,state')
    expect(screen.getAllByRole('columnheader', { name: /שם|מצב/ })).toHaveLength(2)
  })

  it('says that nobody matches, and how to see all', async () => {
    answer([])
    screenAt('/admin/students', <StudentsScreen />, '/admin/students?state=closed')
    expect(await screen.findByText(listText.noneFound)).toBeTruthy()
    expect(screen.getAllByRole('button', { name: listText.clear })).toHaveLength(2)
  })

  it('says that the list did not load, and asks again', async () => {
    rpc.mockReturnValue({
      abortSignal: () =>
        Promise.resolve({ data: null, error: { message: 'x', code: '42501', details: '' }, status: 403 }),
    })
    screenAt('/admin/students', <StudentsScreen />)
    expect(await screen.findByText(listText.failed)).toBeTruthy()
  })
})
