import { formatClock } from '~/shared/formats/clock'

/** A note of the person at a second of a lesson; times are ISO. */
export type LessonNote = {
  id: string
  lessonId: string
  courseId: string
  positionSeconds: number
  body: string
  /** When it was written, by the clock of the server as far as the browser knows it. */
  updatedAt: string
}

/** A change of a note that the server has not acknowledged yet. `refused`: it said that it never will take it. */
export type PendingNote = LessonNote & {
  userId: string
  kind: 'put' | 'delete'
  refused?: NoteRefusal
}

export type NoteRefusal = 'limit' | 'refused'

/** A note as it is listed: with what became of its last change. */
export type ShownNote = LessonNote & { state: 'saved' | 'waiting' | NoteRefusal }

/** Letters of a note; the database has the same limit. */
export const MOST_NOTE_LETTERS = 4000

/** The text of a note as it is kept: without spaces around it and no longer than allowed. */
export const cleanNote = (text: string): string => Array.from(text.trim()).slice(0, MOST_NOTE_LETTERS).join('').trim()

/** When a change of a note is written: now, and after every version of it that is known. */
export const writtenAt = (id: string, known: readonly LessonNote[], now: number): string =>
  new Date(
    Math.max(now, ...known.filter((note) => note.id === id).map(({ updatedAt }) => Date.parse(updatedAt) + 1)),
  ).toISOString()

const byPosition = (a: LessonNote, b: LessonNote) =>
  a.positionSeconds - b.positionSeconds || a.updatedAt.localeCompare(b.updatedAt)

/** The notes with one acknowledged change: what the server holds now. */
export function withChange(
  notes: readonly LessonNote[],
  { kind, userId: _, refused: __, ...note }: PendingNote,
): LessonNote[] {
  const others = notes.filter(({ id }) => id !== note.id)
  return kind === 'delete' ? others : [...others, note].sort(byPosition)
}

/** What the person sees: the saved notes with the pending changes over them, by second. */
export function shownNotes(
  saved: readonly LessonNote[],
  pending: readonly PendingNote[],
  lessonId: string,
): ShownNote[] {
  const own = pending.filter((change) => change.lessonId === lessonId)
  const touched = new Set(own.map(({ id }) => id))
  return [
    ...saved.filter(({ id }) => !touched.has(id)).map((note) => ({ ...note, state: 'saved' as const })),
    ...own
      .filter(({ kind }) => kind === 'put')
      .map(({ kind: _, userId: __, refused, ...note }) => ({ ...note, state: refused ?? ('waiting' as const) })),
  ].sort(byPosition)
}

/** Notes of one lesson in a file. */
export type NotesOfLesson = { lessonId?: string; title: string; notes: readonly LessonNote[] }

type FileWords = { heading: string; course: string; lesson: string; none: string }

/** Tells every program that the file is UTF-8; without it old editors on Windows show Hebrew as gibberish. */
const BYTE_ORDER_MARK = '\uFEFF'
/** Lines begin from the right, and the time in them is read from left to right, whatever the editor takes for its base. */
const RIGHT_TO_LEFT = '\u200F'
const timeOf = (seconds: number) => `${RIGHT_TO_LEFT}\u2066[${formatClock(seconds)}]\u2069`

/** Notes as a text file: the course, each lesson, and its notes by second. */
export function notesFile(courseTitle: string, lessons: readonly NotesOfLesson[], words: FileWords): string {
  const parts = lessons
    .filter(({ notes }) => notes.length > 0)
    .map(({ title, notes }) =>
      [
        `${RIGHT_TO_LEFT}${words.lesson}: ${title}`,
        ...[...notes].sort(byPosition).map(({ positionSeconds, body }) => `${timeOf(positionSeconds)} ${body}`),
      ].join('\n\n'),
    )
  const head = `${RIGHT_TO_LEFT}${words.heading}\n${RIGHT_TO_LEFT}${words.course}: ${courseTitle}`
  const text = [head, ...(parts.length > 0 ? parts : [`${RIGHT_TO_LEFT}${words.none}`])].join('\n\n\n')
  return `${BYTE_ORDER_MARK}${text.replaceAll(/\r?\n/g, '\r\n')}\r\n`
}

/** A title as the name of a file, without what file systems refuse. */
export const fileName = (title: string): string =>
  title
    .replaceAll(/[\p{Cc}\p{Cf}<>:"/\\|?*]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/[. ]+$/, '')
    .trim()
    .slice(0, 80) || 'notes'
