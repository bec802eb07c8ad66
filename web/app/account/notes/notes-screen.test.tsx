import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { PlacedNote } from '~/course/notes/all-notes.rules'
import { renderInRouter } from '~/shared/testing/test-router'
import { notesPageText as text } from './notes-page.he'
import { NotesScreen } from './notes-screen'

const { useAllNotes } = vi.hoisted(() => ({ useAllNotes: vi.fn() }))
vi.mock('~/course/notes/all-notes.calls', () => ({ useAllNotes }))

const note = (id: string, changed: Partial<PlacedNote> = {}): PlacedNote => ({
  id,
  lessonId: 'l1',
  courseId: 'c1',
  positionSeconds: 62,
  body: 'ריבית דריבית',
  updatedAt: '2026-11-01T10:00:00Z',
  courseTitle: 'יסודות',
  lessonTitle: 'מהי ריבית',
  lessonOrder: 1,
  ...changed,
})
const show = (data: PlacedNote[] | undefined, state = {}) => {
  useAllNotes.mockReturnValue({ data, isPending: false, isError: false, refetch: vi.fn(), ...state })
  renderInRouter(<NotesScreen userId="dana" />)
}

it('leads from a note to its lesson at its second; a note of a withdrawn lesson stays readable', () => {
  show([note('a'), note('b', { lessonId: 'l2', lessonTitle: null, body: 'נשאר כאן' })])
  expect(screen.getByRole('link', { name: text.openAt('מהי ריבית', '1:02') }).getAttribute('href')).toBe(
    '/courses/c1/lessons/l1#t=62',
  )
  expect(screen.getByText('נשאר כאן')).toBeTruthy()
  expect(screen.getByRole('heading', { name: text.withdrawnLesson })).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe('שתי הערות')
})

it('finds by words, marks them and says when there are none', () => {
  show([note('a'), note('b', { body: 'מדד' })])
  const search = screen.getByRole('searchbox', { name: text.search })
  fireEvent.change(search, { target: { value: 'דריבית' } })
  expect(document.querySelector('mark')?.textContent).toBe('דריבית')
  expect(screen.queryByText('מדד')).toBeNull()
  fireEvent.change(search, { target: { value: 'אינפלציה' } })
  expect(screen.getByRole('status').textContent).toBe(text.none('אינפלציה'))
  fireEvent.keyDown(search, { key: 'Escape' })
  expect(screen.getByText('מדד')).toBeTruthy()
})

it('says that there are no notes yet, and that they did not load', () => {
  show([])
  expect(screen.getByText(text.empty)).toBeTruthy()
  show(undefined, { isError: true })
  expect(screen.getByText(text.failed)).toBeTruthy()
})
