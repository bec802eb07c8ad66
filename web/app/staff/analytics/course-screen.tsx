import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router'
import { staffPaths } from '~/shared/config/staff-paths'
import { formatClock } from '~/shared/formats/clock'
import { Bidi } from '~/shared/ui/bidi'
import { StateMessage } from '~/shared/ui/state-message'
import { AnalyticsFrame } from './analytics-frame'
import { FigureGrid } from './figure-grid'
import { type LessonFigures, lessonFiguresQuery } from './learning.calls'
import { courseFiguresText as text } from './learning.he'
import { percentLabel, roundedCountLabel } from './rounded-counts'
import { useRange } from './use-range'

const COLUMNS = [text.lesson, text.began, text.completed, text.watched, text.average]

/** The lessons of a course, each with the way to where its film is left. */
export function CourseFiguresScreen({ courseId }: { courseId: string }) {
  const ranged = useRange()
  const { search } = useLocation()
  const query = useQuery(lessonFiguresQuery(courseId, ranged.range))
  return (
    <AnalyticsFrame
      title={query.data?.title ?? text.title}
      back={{ to: { pathname: staffPaths.analyticsCourses, search }, words: text.allCourses }}
      ranged={ranged}
      query={query}
    >
      {({ title, lessons }) => {
        if (title === null) return <StateMessage title={text.missing} body="" className="py-10" />
        if (lessons.length === 0) return <p className="py-3 text-ink-2">{text.noLessons}</p>
        return (
          <FigureGrid
            label={title}
            columns={COLUMNS}
            rows={lessons.map((lesson) => ({ id: lesson.id, cells: cellsOf(courseId, search, lesson) }))}
          />
        )
      }}
    </AnalyticsFrame>
  )
}

const cellsOf = (
  courseId: string,
  search: string,
  { id, title, seconds, began, completed, students, averagePercent }: LessonFigures,
) => [
  <span key="name">
    <Link
      to={{ pathname: staffPaths.analyticsLesson(courseId, id), search }}
      className="inline-flex min-h-11 items-center font-semibold"
    >
      {title}
    </Link>
    <Bidi className="ms-2 text-ink-2 text-xs tabular-nums">{formatClock(seconds)}</Bidi>
  </span>,
  roundedCountLabel(began),
  roundedCountLabel(completed),
  roundedCountLabel(students),
  percentLabel(averagePercent),
]
