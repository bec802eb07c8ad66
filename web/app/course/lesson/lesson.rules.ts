import type { KindOf } from '~/shared/config/kinds'

/** A published lesson as everyone may see it [3-13]. */
export type Lesson = {
  id: string
  courseId: string
  titleHe: string
  descriptionHe: string
  durationSeconds: number
}

/** A course with its published lessons in order. */
export type CourseOutline = { courseId: string; titleHe: string; lessons: readonly Lesson[] }

export type TranscriptCue = { start: number; end: number; text: string }
/** A part of the video with a name; it lasts until the next one begins. */
export type Chapter = { start: number; title: string }
/** A file to take along; `path` is its place in the bucket of lesson files. */
export type Attachment = { title: string; path: string; bytes: number }

/** What the staff answered to a question at a second of the lesson, for everyone who may see the lesson. */
export type TeamAnswer = { id: string; position_seconds: number; question: string | null; body: string }

/** What only active students with a verified email may see of a lesson. */
export type LessonContent = {
  video: { provider: KindOf<'lesson_contents.provider'>; ref: string } | null
  posterUrl: string | null
  /** The sheet of previews of the video. */
  previewsUrl: string | null
  captions: readonly { lang: string; label: string; vtt: string }[]
  transcript: readonly TranscriptCue[]
  chapters: readonly Chapter[]
  summaryHe: string
  attachments: readonly Attachment[]
  answers: readonly TeamAnswer[]
}

/** What is known of a person in a lesson; a lesson may have several: what the server has, and what waits to be saved. */
type Begun = { lessonId: string; completed: boolean; lastWatched: string | null }

/**
 * Where a course goes on: the lesson under way that was watched last, else the first that is not completed. Null when
 * all are completed.
 */
export function lessonToContinue<One extends { id: string }>(
  lessons: readonly One[],
  rows: readonly Begun[],
): One | null {
  const completed = new Set(rows.filter((row) => row.completed).map((row) => row.lessonId))
  const last = rows
    .filter((row) => row.lastWatched && !completed.has(row.lessonId) && lessons.some(({ id }) => id === row.lessonId))
    .sort((a, b) => Date.parse(b.lastWatched ?? '') - Date.parse(a.lastWatched ?? ''))[0]
  return (
    lessons.find((lesson) => lesson.id === last?.lessonId) ??
    lessons.find((lesson) => !completed.has(lesson.id)) ??
    null
  )
}

/** The lesson to open of a course: where it goes on, or the first again. Null for a course without lessons. */
export const lessonToOpen = (lessons: readonly Lesson[], rows: readonly Begun[]): Lesson | null =>
  lessonToContinue(lessons, rows) ?? lessons[0] ?? null

/** The next lesson after one that is not completed, looking around the end; null when all others are. */
export function nextOpenLesson(
  lessons: readonly Lesson[],
  lessonId: string,
  completed: ReadonlySet<string>,
): Lesson | null {
  const index = lessons.findIndex((lesson) => lesson.id === lessonId)
  const around = [...lessons.slice(index + 1), ...lessons.slice(0, Math.max(0, index))]
  return around.find((lesson) => !completed.has(lesson.id)) ?? null
}

/** The number of the cue that is spoken at a second, -1 between and before cues. */
export function cueAt(cues: readonly TranscriptCue[], seconds: number): number {
  return cues.findLastIndex((cue) => cue.start <= seconds && seconds < cue.end)
}

/**
 * The second that an address asks for by `#t=252`, as media fragments are written.
 * @returns null where none is asked for, or one that the lesson does not have
 */
export function secondOfHash(hash: string, durationSeconds: number): number | null {
  const second = /^#t=(\d{1,6})$/.exec(hash)?.[1]
  return second !== undefined && Number(second) < durationSeconds ? Number(second) : null
}
