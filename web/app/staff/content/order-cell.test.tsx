import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import { contentListText } from './content-list.he'
import { ContentListScreen } from './content-list-screen'
import { orderText as text } from './order.he'

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

const row = (id: string, title: string, place: number) => ({
  ...{ id, title, sort_value: String(place), slug: null, state: 'published', is_featured: false, parent: null },
  ...{ edited_at: '2026-11-23T10:00:00Z', edited_by: null, publish_at: null },
})
const ROWS = [row('l1', 'ריבית', 1), row('l2', 'אינפלציה', 2), row('l3', 'מניות', 3)]
const OUTLOOK = {
  refusal: null,
  students: 0,
  notes: 0,
  finished_here: 0,
  finished_there: 0,
  will_hide: false,
  links: 0,
}
let answers: Record<string, unknown>
beforeEach(() => {
  for (const call of [rpc, from, ...Object.values(toast)]) call.mockReset()
  answers = {
    list_content: { rows: ROWS, size: 50, total: 3 },
    move_content: { place: 1, of: 3, was: 2 },
    lesson_move_outlook: OUTLOOK,
  }
  rpc.mockImplementation((name: string) => ({
    abortSignal: async () => ({ data: answers[name], error: null, status: 200 }),
  }))
  const courses = [
    { id: 'c1', name: 'יסודות' },
    { id: 'c2', name: 'השקעות' },
  ]
  const table = {
    ...{ select: () => table, order: () => table, limit: () => table, abortSignal: () => table },
    overrideTypes: async () => ({ data: courses, error: null, status: 200 }),
  }
  from.mockReturnValue(table)
})
const moves = () => rpc.mock.calls.filter(([name]) => name === 'move_content').map(([, args]) => args)
const open = async () => {
  screenAt('/admin/courses/c1/lessons', <ContentListScreen kind="lesson" parent="c1" />)
  await screen.findByRole('link', { name: 'ריבית' })
  return userEvent.setup()
}
const press = (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(screen.getByRole('button', { name }))

describe('the order of a list', () => {
  it('changes by a step, is said with its place, and taken back to where it was', async () => {
    const user = await open()
    await press(user, text.up('אינפלציה'))
    expect(moves()).toEqual([{ kind: 'lesson', id: 'l2', step: -1 }])
    await waitFor(() => expect(toast.success).toHaveBeenCalledOnce())
    const [message, undo] = toast.success.mock.calls[0] as [string, { label: string; onClick: () => void }]
    expect([message, undo.label]).toEqual([text.moved('אינפלציה', 1, 3), text.undo])
    undo.onClick()
    await waitFor(() => expect(moves()[1]).toEqual({ kind: 'lesson', id: 'l2', place: 2 }))
  })

  it('keeps the focus on what moved it, unless somebody went elsewhere until the answer came', async () => {
    const user = await open()
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const step = screen.getByRole('button', { name: text.up('אינפלציה') })
    await user.click(step)
    step.blur()
    await waitFor(() => expect(document.activeElement).toBe(step))
    let answer = (_result: object) => undefined as unknown
    rpc.mockImplementationOnce(() => ({ abortSignal: () => new Promise((resolve) => (answer = resolve)) }))
    await user.click(step)
    const search = screen.getByRole('searchbox')
    await user.click(search)
    toast.success.mockReset()
    answer({ data: answers.move_content, error: null, status: 200 })
    await waitFor(() => expect(toast.success).toHaveBeenCalledOnce())
    await waitFor(() => expect(rpc.mock.lastCall?.[0]).toBe('list_content'))
    for (let frames = 0; frames < 5; frames++) await frame()
    expect(document.activeElement).toBe(search)
  })

  it('that does not change is said as well', async () => {
    answers.move_content = { place: 1, of: 3, was: 1 }
    await press(await open(), text.up('ריבית'))
    await waitFor(() => expect(toast.info).toHaveBeenCalledExactlyOnceWith(text.same('ריבית', 1, 3)))
  })

  it('is changed to a place that is written', async () => {
    const user = await open()
    await press(user, text.more('מניות'))
    await user.click(await screen.findByRole('menuitem', { name: text.toPlace }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText(text.place), '0{Enter}')
    expect(dialog.getByText(text.placeProblem)).toBeTruthy()
    await user.clear(dialog.getByLabelText(text.place))
    await user.type(dialog.getByLabelText(text.place), '2{Enter}')
    await waitFor(() => expect(moves()).toEqual([{ kind: 'lesson', id: 'l3', place: 2 }]))
  })

  /** The handle of the second row, in a table that is laid out. */
  const layOut = () => {
    const handles = screen.getAllByTitle(text.drag)
    for (const [index, handle] of handles.entries()) {
      handle.setPointerCapture = vi.fn()
      const line = handle.closest('tr') as HTMLElement
      Object.defineProperty(line, 'offsetHeight', { value: 40 })
      const edge = { top: index * 40, bottom: index * 40 + 40, left: 0, width: 300 }
      line.getBoundingClientRect = () => edge as DOMRect
    }
    return handles[1] as HTMLElement
  }

  it.each([
    ['over the first row', 5, { before: 'l1' }],
    ['behind the last one', 500, { behind: 'l3' }],
    ['where it stands', 55, undefined],
  ])('is changed by dragging: %s', async (_, y, move) => {
    await open()
    const second = layOut()
    fireEvent.pointerDown(second, { button: 0, pointerId: 1, clientY: 60 })
    fireEvent.pointerMove(second, { pointerId: 1, clientY: y })
    fireEvent.pointerUp(second, { pointerId: 1, clientY: y })
    expect(moves()).toEqual(move ? [{ kind: 'lesson', id: 'l2', ...move }] : [])
  })

  it('stays as it is when a drag is given up by Escape, which then does nothing else', async () => {
    await open()
    const second = layOut()
    fireEvent.pointerDown(second, { button: 0, pointerId: 1, clientY: 60 })
    fireEvent.pointerMove(second, { pointerId: 1, clientY: 5 })
    expect(fireEvent.keyDown(document.body, { key: 'Escape' })).toBe(false)
    fireEvent.pointerMove(second, { pointerId: 1, clientY: 6 })
    fireEvent.pointerUp(second, { pointerId: 1, clientY: 6 })
    expect(moves()).toEqual([])
    expect(fireEvent.keyDown(document.body, { key: 'Escape' })).toBe(true)
  })
})

describe('a lesson', () => {
  const openMove = async () => {
    const user = await open()
    await press(user, text.more('ריבית'))
    await user.click(await screen.findByRole('menuitem', { name: text.toCourse }))
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByRole('option', { name: 'השקעות' })
    return { user, dialog }
  }
  const called = (name: string) => rpc.mock.calls.filter(([asked]) => asked === name).map(([, args]) => args)

  it('moves to another course, after what that comes to was said', async () => {
    answers.lesson_move_outlook = { ...OUTLOOK, students: 12, finished_there: 1, will_hide: true }
    const { user, dialog } = await openMove()
    expect(dialog.queryByRole('option', { name: 'יסודות' })).toBeNull()
    await user.click(dialog.getByRole('button', { name: text.move }))
    expect(dialog.getByText(text.courseMissing)).toBeTruthy()
    await user.selectOptions(dialog.getByLabelText(text.course), 'c2')
    await dialog.findByText(text.willHide)
    expect(dialog.getByText(/^12 סטודנטים/)).toBeTruthy()
    expect(dialog.getByText(text.finishedThere.one)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: text.move }))
    await waitFor(() => expect(called('move_lesson')).toEqual([{ lesson: 'l1', course: 'c2' }]))
    await waitFor(() => expect(toast.success).toHaveBeenCalledExactlyOnceWith(text.movedToCourse('ריבית', 'השקעות')))
  })

  it('that cannot leave says why, and is not moved', async () => {
    answers.lesson_move_outlook = { ...OUTLOOK, refusal: { code: 'LESSON_CERTIFIED', count: 2 } }
    const { user, dialog } = await openMove()
    await user.selectOptions(dialog.getByLabelText(text.course), 'c2')
    expect(await dialog.findByText(text.refusals.LESSON_CERTIFIED?.two ?? '')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: text.move }))
    expect(called('move_lesson')).toEqual([])
  })
})

it('of authors there is no order', async () => {
  screenAt('/admin/authors', <ContentListScreen kind="author" />)
  await screen.findByRole('link', { name: 'ריבית' })
  expect(screen.queryByText(contentListText.columns.place)).toBeNull()
})

it('[2.12-12] tests have an order within their course, which each of them leads to', async () => {
  const course = { id: 'c1', title: 'יסודות' }
  answers.list_content = { rows: ROWS.map((one) => ({ ...one, parent: course })), size: 50, total: 3 }
  const view = screenAt('/admin/quizzes', <ContentListScreen kind="quiz" />)
  const [link] = await screen.findAllByRole('link', { name: contentListText.quizzesOf('יסודות') })
  expect(link?.getAttribute('href')).toBe('/admin/quizzes/of/c1')
  expect(screen.queryByText(contentListText.columns.place)).toBeNull()
  view.unmount()
  screenAt('/admin/quizzes/of/c1', <ContentListScreen kind="quiz" parent="c1" />)
  await screen.findByRole('link', { name: 'ריבית' })
  expect(rpc.mock.lastCall).toMatchObject(['list_content', { query: { kind: 'quiz', parent: 'c1', sort: 'place' } }])
  await userEvent.click(screen.getByRole('button', { name: text.up('אינפלציה') }))
  await waitFor(() => expect(moves()).toEqual([expect.objectContaining({ kind: 'quiz', id: 'l2', step: -1 })]))
  expect(screen.getByRole('link', { name: contentListText.toQuizzes }).getAttribute('href')).toBe('/admin/quizzes')
})
