import { staffPaths } from '~/shared/config/staff-paths'
import { formatClock } from '~/shared/formats/clock'
import { formatShortMoment } from '~/shared/formats/dates'
import { Bidi } from '~/shared/ui/bidi'
import { Section } from '~/shared/ui/section'
import { ViewedPage } from './viewed-page'
import { type ViewedLessonState, viewedLessonQuery } from './viewed-pages.calls'
import { viewingText as text } from './viewing.he'
import { WatchedStrip } from './watched-strip'

/** A lesson as the viewed student has it: state, where it stopped and what was watched. It does not play. */
export function ViewedLesson({ lessonId }: { lessonId: string }) {
  return (
    <ViewedPage
      query={viewedLessonQuery(lessonId)}
      back={(lesson) =>
        lesson
          ? { to: staffPaths.viewedCourse(lesson.courseId), title: text.toCourse(lesson.courseTitle) }
          : { to: staffPaths.viewing, title: text.toDashboard }
      }
    >
      {(lesson) => (
        <>
          <h1 className="text-3xl">
            <Bidi>{lesson.title}</Bidi>
          </h1>
          <p className="mt-2 text-ink-2">{text.lessonOf(lesson.number, lesson.lessonCount)}</p>
          <Facts lesson={lesson} />
          <Section id="watched" title={text.watchedTitle}>
            {lesson.watched.length === 0 ? (
              <p className="py-6 text-ink-2">{text.nothingWatched}</p>
            ) : (
              <WatchedStrip seconds={lesson.seconds} position={lesson.position} watched={lesson.watched} />
            )}
            <p className="pt-4 text-ink-2 text-sm">{text.withoutNotes}</p>
          </Section>
        </>
      )}
    </ViewedPage>
  )
}

function Facts({ lesson }: { lesson: ViewedLessonState }) {
  const { completed, percent, position, seconds, begunAt, lastWatched } = lesson
  const moment = (iso: string | null) => (iso ? formatShortMoment(iso) : text.never)
  const facts = [
    [text.state, completed ? text.done : percent === null ? text.notBegun : text.watched(percent)],
    [text.stoppedAt, <Clock key="clock" position={position} seconds={seconds} />],
    [text.begunAt, moment(begunAt)],
    [text.lastWatched, moment(lastWatched)],
  ] as const
  return (
    <dl className="mt-6 grid grid-cols-2 gap-x-6 gap-y-4 border-rule border-y py-4 md:grid-cols-4">
      {facts.map(([title, value]) => (
        <div key={title}>
          <dt className="text-ink-2 text-sm">{title}</dt>
          <dd className="mt-1 font-bold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Clock({ position, seconds }: { position: number | null; seconds: number }) {
  if (position === null) return text.never
  return (
    <>
      <bdi dir="ltr">{formatClock(position)}</bdi> {seconds > 0 && text.outOf}
      {seconds > 0 && <bdi dir="ltr">{formatClock(seconds)}</bdi>}
    </>
  )
}
