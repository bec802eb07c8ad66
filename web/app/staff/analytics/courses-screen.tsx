import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router'
import { staffPaths } from '~/shared/config/staff-paths'
import type { Cell, ExportColumn } from '~/staff/list-export/cells.rules'
import { AnalyticsFrame } from './analytics-frame'
import { FigureGrid } from './figure-grid'
import { FiguresExport } from './figures-export'
import { type CourseFigures, courseFiguresQuery } from './learning.calls'
import { courseFiguresText as text } from './learning.he'
import { percentLabel, roundedCountCell, roundedCountLabel } from './rounded-counts'
import { useRange } from './use-range'

const COLUMNS = [
  text.course,
  text.began,
  text.beganBefore,
  text.completed,
  text.completedBefore,
  text.students,
  text.finished,
  text.average,
]

const column = (title: string, value: (course: CourseFigures) => Cell, width = 14): ExportColumn<CourseFigures> => ({
  title,
  width,
  value,
})
const EXPORTED = [
  column(text.course, ({ title }) => title, 30),
  column(text.began, ({ began }) => roundedCountCell(began)),
  column(text.beganBefore, ({ beganBefore }) => roundedCountCell(beganBefore)),
  column(text.completed, ({ completed }) => roundedCountCell(completed)),
  column(text.completedBefore, ({ completedBefore }) => roundedCountCell(completedBefore)),
  column(text.students, ({ students }) => roundedCountCell(students)),
  column(text.finished, ({ finished }) => roundedCountCell(finished)),
  column(text.average, ({ averagePercent }) => averagePercent),
]

/** Courses: who began and completed them in a range of days, and ever. */
export function CoursesScreen() {
  const ranged = useRange()
  return (
    <AnalyticsFrame
      title={text.title}
      ranged={ranged}
      query={useQuery(courseFiguresQuery(ranged.range))}
      actions={({ courses }) => (
        <FiguresExport part="courses" title={text.title} columns={EXPORTED} rows={courses} range={ranged.range} />
      )}
    >
      {({ courses }) =>
        courses.length === 0 ? (
          <p className="py-3 text-ink-2">{text.noCourses}</p>
        ) : (
          <FigureGrid label={text.title} columns={COLUMNS} rows={courses.map(rowOf)} />
        )
      }
    </AnalyticsFrame>
  )
}

const rowOf = (course: CourseFigures) => ({
  id: course.id,
  cells: [
    <CourseName key="name" course={course} />,
    roundedCountLabel(course.began),
    roundedCountLabel(course.beganBefore),
    roundedCountLabel(course.completed),
    roundedCountLabel(course.completedBefore),
    roundedCountLabel(course.students),
    roundedCountLabel(course.finished),
    percentLabel(course.averagePercent),
  ],
})

function CourseName({ course: { id, title, isPublished } }: { course: CourseFigures }) {
  const { search } = useLocation()
  return (
    <>
      <Link
        to={{ pathname: staffPaths.analyticsCourse(id), search }}
        className="inline-flex min-h-11 items-center font-semibold"
      >
        {title}
      </Link>
      {!isPublished && <span className="ms-2 text-ink-2 text-xs">{text.hidden}</span>}
    </>
  )
}
