import { useQuery } from '@tanstack/react-query'
import { withinTime } from '~/shared/client/deadline'
import { putNewer } from '~/shared/client/put-newer'
import { queryClient } from '~/shared/client/query-client'
import type { Row } from '~/shared/client/rows'
import { browserSupabase } from '~/shared/client/supabase-browser'
import { PROGRESS_LOADING_TIMEOUT } from '~/shared/config/constants'
import { toAppError } from '~/shared/errors/errors'
import { type SendOutcome, sendOutcome } from '~/shared/outbox/outbox.rules'
import { type LessonNote, type NotesOfLesson, type PendingNote, withChange } from './notes.rules'

/** A note as the database holds it. */
export type NoteRow = Row<'lesson_notes', 'id' | 'lesson_id' | 'course_id' | 'position_seconds' | 'body' | 'updated_at'>

export const NOTE_COLUMNS = 'id,lesson_id,course_id,position_seconds,body,updated_at'
const PAGE = 1000

/** A note as screens use it. */
export const toNote = (row: NoteRow): LessonNote => ({
  id: row.id,
  lessonId: row.lesson_id,
  courseId: row.course_id,
  positionSeconds: row.position_seconds,
  body: row.body,
  updatedAt: row.updated_at,
})

const keyOf = (userId: string, lessonId: string) => ['lesson-notes', userId, lessonId] as const

/** The person's notes of a lesson by second. @throws AppError */
async function fetchLessonNotes(userId: string, lessonId: string): Promise<LessonNote[]> {
  const { data, error, status } = await withinTime(PROGRESS_LOADING_TIMEOUT, (signal) =>
    browserSupabase()
      .from('lesson_notes')
      .select(NOTE_COLUMNS)
      .eq('user_id', userId)
      .eq('lesson_id', lessonId)
      .order('position_seconds')
      .abortSignal(signal)
      .overrideTypes<NoteRow[], { merge: false }>(),
  )
  if (error) throw toAppError({ ...error, message: error.message, status })
  return data.map(toNote)
}

/** The saved notes of a lesson; changes that the server acknowledges are put into them. */
export function useSavedNotes(userId: string, lessonId: string) {
  return useQuery({ queryKey: keyOf(userId, lessonId), queryFn: () => fetchLessonNotes(userId, lessonId) })
}

/** Puts an acknowledged change into the saved notes, so that it is seen at once; what is older is asked for again. */
export function mergeAcknowledgedNote(change: PendingNote): void {
  const client = queryClient()
  putNewer<LessonNote[]>(client, keyOf(change.userId, change.lessonId), (notes) => notes && withChange(notes, change))
  void client.invalidateQueries({ queryKey: keyOf(change.userId, 'all') })
}

/** The person's notes of a whole course, by the given lessons; those of withdrawn lessons come last. @throws AppError */
export async function fetchCourseNotes(
  userId: string,
  courseId: string,
  lessons: readonly { id: string; titleHe: string }[],
  withdrawn: string,
): Promise<NotesOfLesson[]> {
  const rows: NoteRow[] = []
  for (;;) {
    const { data, error, status } = await browserSupabase()
      .from('lesson_notes')
      .select(NOTE_COLUMNS)
      .eq('user_id', userId)
      .eq('course_id', courseId)
      .order('id')
      .range(rows.length, rows.length + PAGE - 1)
      .overrideTypes<NoteRow[], { merge: false }>()
    if (error) throw toAppError({ ...error, message: error.message, status })
    rows.push(...data)
    if (data.length < PAGE) break
  }
  const notes = rows.map(toNote)
  const known = new Set(lessons.map(({ id }) => id))
  return [
    ...lessons.map(({ id, titleHe }) => ({
      lessonId: id,
      title: titleHe,
      notes: notes.filter(({ lessonId }) => lessonId === id),
    })),
    { title: withdrawn, notes: notes.filter(({ lessonId }) => !known.has(lessonId)) },
  ]
}

/** Sends one change of a note; sending it twice is harmless. */
export async function saveNote(change: PendingNote, signal: AbortSignal): Promise<SendOutcome> {
  const table = browserSupabase().from('lesson_notes')
  const row = {
    id: change.id,
    user_id: change.userId,
    lesson_id: change.lessonId,
    course_id: change.courseId,
    position_seconds: change.positionSeconds,
    body: change.body,
    updated_at: change.updatedAt,
  }
  const { error, status } = await (change.kind === 'delete'
    ? table.delete().eq('id', change.id).eq('user_id', change.userId).abortSignal(signal)
    : table.upsert(row, { onConflict: 'id' }).abortSignal(signal))
  return sendOutcome(error, status)
}
