import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '~/shared/client/query-client'
import { useAllNotes } from './all-notes.calls'
import { mergeAcknowledgedNote, type NoteRow, useSavedNotes } from './notes.calls'
import type { PendingNote } from './notes.rules'

const server = vi.hoisted(() => ({ answer: vi.fn() }))
vi.mock('~/shared/client/supabase-browser', () => ({
  browserSupabase: () => {
    const request: Record<string, () => unknown> = { overrideTypes: () => server.answer() }
    for (const step of ['from', 'select', 'eq', 'gt', 'order', 'limit', 'abortSignal']) request[step] = () => request
    return request
  },
}))

const row = (body: string): NoteRow => ({
  id: 'a',
  lesson_id: 'l1',
  course_id: 'c1',
  position_seconds: 5,
  body,
  updated_at: '2026-11-20T10:00:00.000Z',
})
const CHANGE: PendingNote = {
  id: 'a',
  userId: 'dana',
  lessonId: 'l1',
  courseId: 'c1',
  positionSeconds: 5,
  body: 'חדש',
  updatedAt: '2026-11-20T11:00:00.000Z',
  kind: 'put',
}
const taken = (body: string) => ({ data: [row(body)], error: null, status: 200 })

/** What the server tells whoever asks now; it comes when it is let go. */
function heldAnswer(body: string) {
  let arrive = () => {}
  server.answer.mockReturnValueOnce(
    new Promise((resolve) => {
      arrive = () => resolve(taken(body))
    }),
  )
  return () => act(async () => arrive())
}

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient()}>{children}</QueryClientProvider>
)
const show = <Shown,>(use: () => { data: Shown | undefined }) => {
  const { result } = renderHook(use, { wrapper })
  return () => result.current.data
}
const lesson = () => show(() => useSavedNotes('dana', 'l1'))
const NEW = [expect.objectContaining({ body: 'חדש' })]

beforeEach(() => {
  server.answer.mockReset()
})
afterEach(() => queryClient().clear())

describe('a change that the server took', () => {
  it('is seen at once where the notes are known, and asks for nothing', async () => {
    server.answer.mockResolvedValue(taken('ישן'))
    const notes = lesson()
    await waitFor(() => expect(notes()).toHaveLength(1))
    act(() => mergeAcknowledgedNote(CHANGE))
    await waitFor(() => expect(notes()).toEqual(NEW))
    expect(server.answer).toHaveBeenCalledTimes(1)
  })

  it('is seen where all notes are shown', async () => {
    server.answer.mockResolvedValueOnce(taken('ישן'))
    const notes = show(() => useAllNotes('dana'))
    await waitFor(() => expect(notes()).toHaveLength(1))
    server.answer.mockResolvedValue(taken('חדש'))
    act(() => mergeAcknowledgedNote(CHANGE))
    await waitFor(() => expect(notes()).toEqual(NEW))
  })

  it.each([
    ['the notes of the lesson', () => useSavedNotes('dana', 'l1')],
    ['all notes', () => useAllNotes('dana')],
  ])('outlives what was asked before it, when it was the first question for %s', async (_, use) => {
    const older = heldAnswer('ישן')
    const notes = show<unknown>(use)
    server.answer.mockResolvedValue(taken('חדש'))
    act(() => mergeAcknowledgedNote(CHANGE))
    await older()
    await waitFor(() => expect(notes()).toEqual(NEW))
    expect(server.answer).toHaveBeenCalledTimes(2)
  })

  it('outlives what was asked before it of notes that are known', async () => {
    server.answer.mockResolvedValueOnce(taken('ישן'))
    const notes = lesson()
    await waitFor(() => expect(notes()).toHaveLength(1))
    const older = heldAnswer('ישן')
    act(() => void queryClient().refetchQueries({ queryKey: ['lesson-notes'] }))
    server.answer.mockResolvedValue(taken('חדש'))
    act(() => mergeAcknowledgedNote(CHANGE))
    await waitFor(() => expect(notes()).toEqual(NEW))
    await older()
    await waitFor(() => expect(server.answer).toHaveBeenCalledTimes(3))
    expect(notes()).toEqual(NEW)
  })

  it('is asked for where the notes could not be had', async () => {
    server.answer.mockResolvedValueOnce({ data: null, error: { message: '', code: '', details: '' }, status: 500 })
    const notes = lesson()
    await waitFor(() => expect(queryClient().isFetching()).toBe(0))
    server.answer.mockResolvedValue(taken('חדש'))
    act(() => mergeAcknowledgedNote(CHANGE))
    await waitFor(() => expect(notes()).toEqual(NEW))
  })
})
