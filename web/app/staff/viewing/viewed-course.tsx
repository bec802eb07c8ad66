import { clsx } from 'clsx'
import { Link } from 'react-router'
import { staffPaths } from '~/shared/config/staff-paths'
import { formatDay } from '~/shared/formats/dates'
import { formatLessonDuration } from '~/shared/formats/durations'
import { Bidi } from '~/shared/ui/bidi'
import { Icon } from '~/shared/ui/icon'
import { ViewedPage } from './viewed-page'
import { type CourseLesson, viewedCourseQuery } from './viewed-pages.calls'
import { viewingText as text } from './viewing.he'

/** The page of a course as the viewed student has it: each lesson with how far they are. */
export function ViewedCourse({ courseId }: { courseId: string }) {
  return (
    <ViewedPage query={viewedCourseQuery(courseId)} back={() => ({ to: staffPaths.viewing, title: text.toDashboard })}>
      {({ title, category, completedAt, lessons }) => (
        <>
          <h1 className="text-3xl">
            <Bidi>{title}</Bidi>
          </h1>
          <p className="mt-2 text-ink-2">
            {category && `${category} · `}
            {text.lessonsDone(lessons.filter(({ completed }) => completed).length, lessons.length)}
            {completedAt && ` · ${text.courseDone(formatDay(completedAt))}`}
          </p>
          {lessons.length === 0 && <p className="py-6 text-ink-2">{text.noLessons}</p>}
          <ol aria-label={text.lessons} className="mt-6 border-ink border-t">
            {lessons.map((lesson, index) => (
              <Line key={lesson.id} courseId={courseId} lesson={lesson} number={index + 1} />
            ))}
          </ol>
        </>
      )}
    </ViewedPage>
  )
}

function Line({ courseId, lesson, number }: { courseId: string; lesson: CourseLesson; number: number }) {
  const { id, title, seconds, completed, percent } = lesson
  const duration = formatLessonDuration(seconds)
  return (
    <li className="border-rule border-b">
      <Link
        to={staffPaths.viewedLesson(courseId, id)}
        className="grid min-h-14 grid-cols-[28px_1fr_auto] items-center gap-3 py-2.5 no-underline hover:bg-card"
      >
        <span
          aria-hidden="true"
          className={clsx(
            'grid size-7 place-items-center rounded-full border text-sm',
            completed ? 'border-green bg-green text-white' : 'border-rule-2 text-ink-2',
          )}
        >
          {completed ? <Icon name="check" className="size-4" /> : number}
        </span>
        <span className="min-w-0 [overflow-wrap:anywhere]">
          <Bidi>{title}</Bidi>
          <span className="block text-ink-2 text-sm">
            {completed ? text.done : percent === null ? text.notBegun : text.watched(percent)}
          </span>
        </span>
        {duration && <Bidi className="text-ink-2 text-sm">{duration}</Bidi>}
      </Link>
    </li>
  )
}
