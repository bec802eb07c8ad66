import { withinTime } from '~/shared/client/deadline'
import type { Row } from '~/shared/client/rows'
import { browserSupabase } from '~/shared/client/supabase-browser'
import { LIST_LOADING_TIMEOUT } from '~/shared/config/constants'
import { AppError, toAppError } from '~/shared/errors/errors'

/** A saved course with what its row on the dashboard shows [3-17]. */
export type Bookmark = {
  id: string
  courseId: string
  createdAt: string
  titleHe: string
  categoryName: string | null
  thumbnailUrl: string | null
}

type BookmarkRow = Row<'bookmarks', 'id' | 'course_id' | 'created_at'> & {
  course: (Row<'courses', 'title_he' | 'thumbnail_url'> & { category: Row<'categories', 'name_he'> | null }) | null
}

const COLUMNS = 'id,course_id,created_at,course:courses(title_he,thumbnail_url,category:categories(name_he))'
const UNIQUE_VIOLATION = '23505'

/** The row of a bookmark as screens use it; a course that was withdrawn has no title and gives null. */
export function toBookmark(row: BookmarkRow): Bookmark | null {
  if (!row.course) return null
  return {
    id: row.id,
    courseId: row.course_id,
    createdAt: row.created_at,
    titleHe: row.course.title_he,
    categoryName: row.course.category?.name_he ?? null,
    thumbnailUrl: row.course.thumbnail_url,
  }
}

/** The student's bookmarks, newest first [7-18]. @throws AppError, DeadlineError after 8 s */
export async function fetchBookmarks(userId: string): Promise<Bookmark[]> {
  const { data, error } = await withinTime(LIST_LOADING_TIMEOUT, (signal) =>
    browserSupabase()
      .from('bookmarks')
      .select(COLUMNS)
      .eq('user_id', userId)
      .order('created_at', { ascending: false })
      .abortSignal(signal)
      .overrideTypes<BookmarkRow[], { merge: false }>(),
  )
  if (error) throw toAppError(error)
  return data.map(toBookmark).filter((bookmark) => bookmark !== null)
}

/** Raised when the course was saved before, perhaps in another tab [5-20]. */
export class AlreadyBookmarkedError extends AppError {
  constructor() {
    super('OPERATION_FAILED')
  }
}

/** Saves a course [7-18]. @throws AlreadyBookmarkedError, AppError */
export async function addBookmark(userId: string, courseId: string): Promise<Bookmark | null> {
  const { data, error } = await browserSupabase()
    .from('bookmarks')
    .insert({ user_id: userId, course_id: courseId })
    .select(COLUMNS)
    .single()
    .overrideTypes<BookmarkRow, { merge: false }>()
  if (error?.code === UNIQUE_VIOLATION) throw new AlreadyBookmarkedError()
  if (error) throw toAppError(error)
  return toBookmark(data)
}

/** Removes a saved course; one that is gone already is no error [7-18]. @throws AppError */
export async function removeBookmark(userId: string, courseId: string): Promise<void> {
  const { error } = await browserSupabase().from('bookmarks').delete().eq('user_id', userId).eq('course_id', courseId)
  if (error) throw toAppError(error)
}
