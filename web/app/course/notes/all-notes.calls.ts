import { useQuery } from '@tanstack/react-query'
import { withinTime } from '~/shared/client/deadline'
import type { Row } from '~/shared/client/rows'
import { browserSupabase } from '~/shared/client/supabase-browser'
import { PROGRESS_LOADING_TIMEOUT } from '~/shared/config/constants'
import { toAppError } from '~/shared/errors/errors'
import type { PlacedNote } from './all-notes.rules'
import { NOTE_COLUMNS, type NoteRow, toNote } from './notes.calls'

type PlacedRow = NoteRow & {
  course: Row<'courses', 'title_he'> | null
  lesson: Row<'lessons', 'title_he' | 'order_index'> | null
}

const PAGE = 1000

const toPlacedNote = ({ course, lesson, ...row }: PlacedRow): PlacedNote => ({
  ...toNote(row),
  courseTitle: course?.title_he ?? null,
  lessonTitle: lesson?.title_he ?? null,
  lessonOrder: lesson?.order_index ?? Number.MAX_SAFE_INTEGER,
})

/** All notes of the person with their places, in pages of a thousand. @throws AppError, DeadlineError */
async function fetchAllNotes(userId: string): Promise<PlacedNote[]> {
  const rows: PlacedRow[] = []
  for (;;) {
    const last = rows.at(-1)?.id
    const { data, error, status } = await withinTime(PROGRESS_LOADING_TIMEOUT, (signal) => {
      const own = browserSupabase()
        .from('lesson_notes')
        .select(`${NOTE_COLUMNS},course:courses(title_he),lesson:lessons(title_he,order_index)`)
        .eq('user_id', userId)
      return (last === undefined ? own : own.gt('id', last))
        .order('id')
        .limit(PAGE)
        .abortSignal(signal)
        .overrideTypes<PlacedRow[], { merge: false }>()
    })
    if (error) throw toAppError({ ...error, message: error.message, status })
    rows.push(...data)
    if (data.length < PAGE) return rows.map(toPlacedNote)
  }
}

/** The person's notes of all courses. */
export const useAllNotes = (userId: string) =>
  useQuery({ queryKey: ['lesson-notes', userId, 'all'], queryFn: () => fetchAllNotes(userId) })
