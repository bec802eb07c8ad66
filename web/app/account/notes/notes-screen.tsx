import { useDeferredValue, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { useAllNotes } from '~/course/notes/all-notes.calls'
import { findNotes, type NotesOfCourse, type PlacedNote } from '~/course/notes/all-notes.rules'
import { countedNotes } from '~/course/notes/notes.he'
import { paths } from '~/shared/config/paths'
import { formatClock } from '~/shared/formats/clock'
import { findInHebrew, markedPieces } from '~/shared/formats/hebrew-search'
import { plural } from '~/shared/formats/plural'
import { Bidi } from '~/shared/ui/bidi'
import { buttonClass } from '~/shared/ui/button'
import { common } from '~/shared/ui/common.he'
import { PageHeader } from '~/shared/ui/page-header'
import { Empty, Failed, LoadingLines } from '~/shared/ui/section'
import { TextField } from '~/shared/ui/text-field'
import { notesPageText as text } from './notes-page.he'

/** All notes of the student: found by their words, by course and lesson, each leading to its second. */
export function NotesScreen({ userId }: { userId: string }) {
  const { data: notes, isPending, isError, refetch } = useAllNotes(userId)
  const [typed, setTyped] = useState('')
  const query = useDeferredValue(typed)
  const courses = useMemo(() => findNotes(notes ?? [], query), [notes, query])
  const count = courses.reduce((sum, course) => sum + course.notes.length, 0)
  return (
    <div className="wrap max-w-[820px] pb-16">
      <PageHeader title={text.title} intro={text.lead} />
      {isPending && <LoadingLines count={4} />}
      {isError && <Failed text={text.failed} onRetry={() => void refetch()} />}
      {notes?.length === 0 && (
        <Empty text={text.empty}>
          <Link to={paths.courses} className={buttonClass('learn')}>
            {common.allCourses}
          </Link>
        </Empty>
      )}
      {notes && notes.length > 0 && (
        <>
          <div className="flex flex-wrap items-end gap-x-6 gap-y-2">
            <TextField
              type="search"
              label={text.search}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={(event) => event.key === 'Escape' && setTyped('')}
              className="min-w-60 grow"
            />
            <p role="status" className="min-h-12 content-center text-ink-2 text-sm">
              {count === 0 ? text.none(query) : plural(count, countedNotes)}
            </p>
          </div>
          {courses.map((course) => (
            <CourseNotes key={course.courseId} course={course} query={query} />
          ))}
        </>
      )}
    </div>
  )
}

function CourseNotes({ course: { courseId, title, notes }, query }: { course: NotesOfCourse; query: string }) {
  return (
    <section aria-labelledby={courseId} className="mt-10">
      <h2 id={courseId} className="border-ink border-b pb-2 text-xl">
        <Bidi>{title ?? text.withdrawnCourse}</Bidi>
      </h2>
      <ul>
        {notes.map((note, index) => (
          <FoundNote
            key={note.id}
            note={note}
            query={query}
            lessonTitle={
              note.lessonId === notes[index - 1]?.lessonId ? null : (note.lessonTitle ?? text.withdrawnLesson)
            }
          />
        ))}
      </ul>
    </section>
  )
}

type FoundNoteProps = { note: PlacedNote; query: string; lessonTitle: string | null }

function FoundNote({ note, query, lessonTitle }: FoundNoteProps) {
  const time = formatClock(note.positionSeconds)
  const isOpen = note.courseTitle !== null && note.lessonTitle !== null
  return (
    <li className="border-rule border-b py-2">
      {lessonTitle !== null && <h3 className="pt-2 font-sans font-semibold text-ink-2 text-sm">{lessonTitle}</h3>}
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
        {isOpen ? (
          <Link
            to={paths.lessonAt(note.courseId, note.lessonId, note.positionSeconds)}
            aria-label={text.openAt(note.lessonTitle ?? '', time)}
            className="inline-flex min-h-11 min-w-14 items-center px-1.5 font-semibold text-green-ink text-sm underline decoration-rule-2 underline-offset-4 hover:decoration-green"
          >
            <bdi dir="ltr">{time}</bdi>
          </Link>
        ) : (
          <bdi dir="ltr" className="min-h-11 min-w-14 content-center px-1.5 text-ink-3 text-sm">
            {time}
          </bdi>
        )}
        <Bidi as="p" className="whitespace-pre-wrap pt-2 leading-snug [overflow-wrap:anywhere]">
          {markedPieces(note.body, findInHebrew(note.body, query)).map((piece, index) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text in their order
            piece.match === null ? piece.text : <mark key={index}>{piece.text}</mark>,
          )}
        </Bidi>
      </div>
    </li>
  )
}
