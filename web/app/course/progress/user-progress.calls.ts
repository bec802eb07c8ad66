import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { useSession } from '~/session/student/session-store'
import type { Row } from '~/shared/client/rows'
import { browserSupabase } from '~/shared/client/supabase-browser'
import { PROGRESS_LOADING_TIMEOUT } from '~/shared/config/constants'
import { type MyCourseRow, toMyCourse } from './my-course-rows.calls'
import type { MyCourse } from './my-courses.rules'
import { announceRemoval } from './progress-removals'
import { parseRanges, type WatchedRanges } from './watched-ranges.rules'

/** What the server holds of one person in one lesson. Seconds of media time, `lastWatched` as an ISO time. */
export type SavedProgress = {
  lessonId: string
  courseId: string
  positionSeconds: number
  watchedUntil: number
  watchedRanges: WatchedRanges
  watchedSeconds: number
  completed: boolean
  lastWatched: string | null
}

/** A list that is on its way: `error` is a text of [8-37] or [4-47], never both an error and loading. */
export type Loadable<Data> = { data: Data; isLoading: boolean; error: string | null; refetch: () => void }

type ProgressRow = Row<
  'user_progress',
  | 'lesson_id'
  | 'course_id'
  | 'progress_seconds'
  | 'watched_until'
  | 'watched_ranges'
  | 'watched_seconds'
  | 'completed'
  | 'last_watched'
>

const NEW_ENOUGH_MS = 5_000
const TIMED_OUT = 'loading completed with timeout' // [4-47]
const NO_COURSES: MyCourse[] = []
const NO_ROWS: SavedProgress[] = []
const NO_LESSONS: ReadonlySet<string> = new Set()

const keys = {
  all: (userId: string | undefined) => ['user-progress', userId] as const,
  mine: (userId: string | undefined) => ['user-progress', userId, 'mine'] as const,
  course: (userId: string | undefined, courseId: string) => ['user-progress', userId, 'course', courseId] as const,
}

const toSavedProgress = (row: ProgressRow): SavedProgress => ({
  lessonId: row.lesson_id,
  courseId: row.course_id,
  positionSeconds: Number(row.progress_seconds),
  watchedUntil: Number(row.watched_until),
  watchedRanges: parseRanges(row.watched_ranges),
  watchedSeconds: row.watched_seconds ?? 0,
  completed: row.completed,
  lastWatched: row.last_watched,
})

/** The person's started courses [7-16], summed up in one statement; only what is published counts. */
async function fetchMyCourses(): Promise<MyCourse[]> {
  const { data, error } = await browserSupabase().rpc('my_courses', {}, { get: true })
  if (error) throw new Error(error.message || 'Error fetching user progress')
  return (data as MyCourseRow[]).map(toMyCourse)
}

/** The person's progress in one lesson [7-16], null before the first save. */
export async function fetchLessonProgress(userId: string, lessonId: string): Promise<SavedProgress | null> {
  const { data, error } = await browserSupabase()
    .from('user_progress')
    .select('*')
    .eq('user_id', userId)
    .eq('lesson_id', lessonId)
    .maybeSingle()
  if (error) throw new Error(error.message || 'Error fetching lesson progress')
  return data ? toSavedProgress(data as ProgressRow) : null
}

/** Which lessons of a course the person has completed [7-16]. */
async function fetchCompletedLessons(userId: string, courseId: string): Promise<ReadonlySet<string>> {
  const { data, error } = await browserSupabase()
    .from('user_progress')
    .select('lesson_id,completed')
    .eq('user_id', userId)
    .eq('course_id', courseId)
  if (error) throw new Error(error.message || 'Error fetching user progress')
  const rows = data as { lesson_id: string; completed: boolean }[]
  return new Set(rows.filter((row) => row.completed).map((row) => row.lesson_id))
}

/** The person's rows of a course, for what its lesson page and its start need to know. */
export async function fetchCourseProgress(userId: string, courseId: string): Promise<SavedProgress[]> {
  const { data, error } = await browserSupabase()
    .from('user_progress')
    .select('*')
    .eq('user_id', userId)
    .eq('course_id', courseId)
  if (error) throw new Error(error.message || 'Error fetching user progress')
  return (data as ProgressRow[]).map(toSavedProgress)
}

/** Marks a lesson as completed or takes the mark back, by the person's own hand. */
export async function setLessonCompleted(lessonId: string, completed: boolean): Promise<void> {
  const { error } = await browserSupabase().rpc('set_lesson_completed', { lesson_id: lessonId, completed })
  if (error) throw new Error(error.message)
  if (!completed) announceRemoval({ lessonId })
}

/** The dashboard's list: the person's started courses, the last watched first; empty while loading or on error. */
export function useMyCourses(): Loadable<MyCourse[]> {
  const userId = useUserId()
  const queryKey = keys.mine(userId)
  const query = useQuery({ queryKey, queryFn: fetchMyCourses, enabled: userId !== undefined })
  return useLoading(query, queryKey, NO_COURSES, 'Error fetching user progress')
}

/** Ids of the lessons of a course that the person has completed; empty for anonymous visitors, while loading and on error. */
export function useCompletedLessons(courseId: string): ReadonlySet<string> {
  const userId = useUserId()
  const { data } = useQuery({
    queryKey: keys.course(userId, courseId),
    queryFn: () => fetchCompletedLessons(userId ?? '', courseId),
    enabled: userId !== undefined,
  })
  return data ?? NO_LESSONS
}

/** How a person's rows of a course are asked for; what was read a moment ago, on the way to a lesson, is new enough. */
export const courseProgressQuery = (userId: string | undefined, courseId: string) =>
  queryOptions({
    queryKey: [...keys.course(userId, courseId), 'rows'],
    queryFn: () => fetchCourseProgress(userId ?? '', courseId),
    enabled: userId !== undefined,
    staleTime: NEW_ENOUGH_MS,
  })

/** What is saved of the person in every lesson of a course; loading until it is of now, not of an earlier page. */
export function useCourseProgress(courseId: string): Loadable<SavedProgress[]> {
  const options = courseProgressQuery(useUserId(), courseId)
  const { data, isPending, isFetching, isFetchedAfterMount, error, refetch } = useQuery(options)
  const isOld = isFetching && !isFetchedAfterMount
  const query = { data, isPending: isPending || isOld, isFetching, error, refetch }
  return useLoading(query, options.queryKey, NO_ROWS, 'Error fetching user progress')
}

/** Gives the function that makes every list of the person's progress load anew, after a save. */
export function useRefreshProgress(): () => Promise<void> {
  const userId = useUserId()
  const queries = useQueryClient()
  return useCallback(() => queries.invalidateQueries({ queryKey: keys.all(userId) }), [queries, userId])
}

function useUserId(): string | undefined {
  const session = useSession()
  return session.status === 'student' ? session.userId : undefined
}

/**
 * Ends the waiting after 10 s with an error of its own [4-47], [9-26]; data that arrives later is still shown.
 * Trying again lets go of a request that hangs, and waits anew.
 */
function useLoading<Data>(
  query: {
    data: Data | undefined
    isPending: boolean
    isFetching: boolean
    error: Error | null
    refetch: () => unknown
  },
  queryKey: readonly unknown[],
  empty: Data,
  fallback: string,
): Loadable<Data> {
  const queries = useQueryClient()
  const [tries, setTries] = useState(1)
  const [timedOut, setTimedOut] = useState(0)
  const waiting = query.isPending && query.isFetching
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => setTimedOut(tries), PROGRESS_LOADING_TIMEOUT)
    return () => clearTimeout(timer)
  }, [waiting, tries])
  const late = waiting && timedOut === tries
  const error = query.error ? query.error.message || fallback : late ? TIMED_OUT : null
  const refetch = () => {
    setTries(tries + 1)
    void queries.cancelQueries({ queryKey, exact: true }).then(() => query.refetch())
  }
  return { data: query.data ?? empty, isLoading: query.isPending && error === null, error, refetch }
}
