import { withinTime } from '~/shared/client/deadline'
import type { Row } from '~/shared/client/rows'
import { type Damaged, storedValues } from '~/shared/client/stored-values'
import type { Supabase } from '~/shared/client/supabase'
import { DEFAULT_COURSE_MINUTES, LIST_LOADING_TIMEOUT } from '~/shared/config/constants'
import type { Author, Course, LessonSummary, Loaded, QuizSummary } from './catalog.rules'

type LessonRow = Row<'lessons', 'id' | 'title_he' | 'duration_seconds' | 'order_index'>

type QuizRow = Row<'quizzes', 'id' | 'purpose'> & { rules: Row<'quiz_versions', 'title_he' | 'question_count'> | null }

/** A course with what is read beside it: its category, its author, the ids of its lessons, and its lessons when opened. */
export type CourseRow = Row<
  'courses',
  | 'id'
  | 'title_he'
  | 'description_he'
  | 'category_id'
  | 'author_name'
  | 'author_image_url'
  | 'author_expertise_areas'
  | 'thumbnail_url'
  | 'order_index'
> & {
  category: Row<'categories', 'name_he' | 'slug'> | null
  author: (Row<'authors', 'id' | 'name_he' | 'image_url'> & { expertise_areas: string[] | null }) | null
  duration_minutes: number | null
  lessons: Row<'lessons', 'id'>[] | null
  opened?: LessonRow[] | null
  quizzes?: QuizRow[] | null
}

/** All fields, the category, the author, the ids of the lessons [7-14]. */
const COURSE_SELECT = '*, category:categories(*), author:authors(id, name_he, image_url, expertise_areas), lessons(id)'
/** The same with the table of contents and the tests beside it [7-15], so that all of a course is one statement. */
const OPENED_SELECT = `${COURSE_SELECT}, opened:lessons(id, title_he, duration_seconds, order_index), quizzes(id, purpose, rules:quiz_versions!quizzes_version_fkey(title_he, question_count))`

/** The author of a row: the embedded one, else the older fields that stand in the course itself [3-10]. */
function toAuthor(row: CourseRow, damaged: Damaged | undefined): Author | null {
  if (row.author) {
    const { id, name_he, image_url, expertise_areas } = row.author
    const expertiseAreas = storedValues('authors', id, damaged).words('expertise_areas', expertise_areas)
    return { id, nameHe: name_he, imageUrl: image_url, expertiseAreas }
  }
  if (!row.author_name) return null
  return {
    id: null,
    nameHe: row.author_name,
    imageUrl: row.author_image_url,
    expertiseAreas: storedValues('courses', row.id, damaged).words(
      'author_expertise_areas',
      row.author_expertise_areas,
    ),
  }
}

export const toCourse = (row: CourseRow, damaged?: Damaged): Course => ({
  id: row.id,
  titleHe: row.title_he,
  descriptionHe: row.description_he?.trim() ?? '',
  categoryId: row.category_id,
  category: row.category ? { nameHe: row.category.name_he, slug: row.category.slug } : null,
  author: toAuthor(row, damaged),
  durationMinutes: row.duration_minutes ?? DEFAULT_COURSE_MINUTES,
  thumbnailUrl: row.thumbnail_url || null,
  orderIndex: row.order_index,
  lessonCount: row.lessons?.length ?? 0,
})

export const toLessonSummary = (row: LessonRow): LessonSummary => ({
  id: row.id,
  titleHe: row.title_he,
  durationSeconds: row.duration_seconds ?? 0,
  orderIndex: row.order_index,
})

/** A course with its table of contents. */
export type OpenedCourse = { course: Course; lessons: LessonSummary[]; quizzes: QuizSummary[] }

export type CourseListOptions = {
  /** Only courses of this category. */
  categoryId?: string
  /** At most so many. */
  limit?: number
  /** Bring the lessons of this one course along. */
  openedId?: string | undefined
}

/** What a screen of courses needs: the list, and the opened course when one was asked for and is published. */
export type CourseList = Loaded<Course> & {
  opened: OpenedCourse | null
  /** How many there are without the limit. */
  total: number
}

const FAILED = { items: [], opened: null, total: 0 }

/** A row with its table of contents as an opened course. */
export const toOpened = (row: CourseRow, damaged?: Damaged): OpenedCourse => ({
  course: toCourse(row, damaged),
  lessons: (row.opened ?? []).map(toLessonSummary),
  quizzes: (row.quizzes ?? []).flatMap(({ id, purpose, rules }) =>
    rules
      ? [{ id, purpose: purpose as QuizSummary['purpose'], title: rules.title_he, questionCount: rules.question_count }]
      : [],
  ),
})

/**
 * Published courses in order; one statement whatever is asked for ([7-14], [7-15]).
 * A failure gives an empty list and its message [8-36].
 */
export async function listCourses(supabase: Supabase, options: CourseListOptions = {}): Promise<CourseList> {
  const { categoryId, limit, openedId } = options
  try {
    const { data, count, error } = await withinTime(LIST_LOADING_TIMEOUT, (signal) => {
      let query = supabase
        .from('courses')
        .select(openedId ? OPENED_SELECT : COURSE_SELECT, limit ? { count: 'exact' } : {})
        .eq('is_published', true)
        .eq('lessons.is_published', true)
        .order('order_index', { ascending: true })
      if (categoryId) query = query.eq('category_id', categoryId)
      if (limit) query = query.limit(limit)
      if (openedId) {
        query = query
          .eq('opened.course_id', openedId)
          .eq('opened.is_published', true)
          .order('order_index', { referencedTable: 'opened', ascending: true })
          .eq('quizzes.course_id', openedId)
          .eq('quizzes.is_published', true)
          .order('order_index', { referencedTable: 'quizzes', ascending: true })
      }
      return query.abortSignal(signal).overrideTypes<CourseRow[], { merge: false }>()
    })
    if (error) return { ...FAILED, error: error.message || 'Error fetching courses' }
    const row = data.find(({ id }) => id === openedId)
    const items = data.map((one) => toCourse(one, supabase.damaged))
    return { items, opened: row ? toOpened(row) : null, total: count ?? items.length, error: null }
  } catch {
    return { ...FAILED, error: 'Error fetching courses' }
  }
}

/**
 * One published course with its lessons, in one statement. `course` is null when there is none of that id.
 * A failure gives its message [8-36].
 */
export async function findCourse(
  supabase: Supabase,
  courseId: string,
): Promise<{ opened: OpenedCourse | null; error: string | null }> {
  try {
    const { data, error } = await withinTime(LIST_LOADING_TIMEOUT, (signal) =>
      supabase
        .from('courses')
        .select(OPENED_SELECT)
        .eq('id', courseId)
        .eq('is_published', true)
        .eq('lessons.is_published', true)
        .eq('opened.is_published', true)
        .order('order_index', { referencedTable: 'opened', ascending: true })
        .eq('quizzes.is_published', true)
        .order('order_index', { referencedTable: 'quizzes', ascending: true })
        .abortSignal(signal)
        .maybeSingle<CourseRow>(),
    )
    if (error) return { opened: null, error: error.message || 'Error fetching course' }
    return { opened: data ? toOpened(data, supabase.damaged) : null, error: null }
  } catch {
    return { opened: null, error: 'Error fetching course' }
  }
}
