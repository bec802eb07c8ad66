import { Link } from 'react-router'
import { catalogText } from '~/catalog/courses/catalog.he'
import { addedLessons, nextText } from '~/course/lesson/lesson-next.he'
import type { MyCourse } from '~/course/progress/my-courses.rules'
import { paths } from '~/shared/config/paths'
import { formatDay } from '~/shared/formats/dates'
import { plural } from '~/shared/formats/plural'
import { Bidi } from '~/shared/ui/bidi'
import { ProgressBar } from '~/shared/ui/progress-bar'
import { dashboardText } from './dashboard.he'

type MyCoursesProps = { courses: MyCourse[]; pathOf?: (courseId: string) => string }

/** The student's courses as lines of a ledger: name, lessons, bar and percent [9-39]; a completion stays named. */
export function MyCourses({ courses, pathOf = paths.course }: MyCoursesProps) {
  return (
    <ul>
      {courses.map((course) => (
        <li key={course.courseId} className="border-b border-rule">
          <Link
            to={pathOf(course.courseId)}
            className="flex flex-wrap items-center gap-x-8 gap-y-2.5 py-4 md:flex-nowrap no-underline hover:bg-card"
          >
            <span className="min-w-0 basis-full md:shrink-0 md:basis-[22rem]">
              <Bidi as="span" className="block font-serif text-lg leading-tight font-bold">
                {course.titleHe}
              </Bidi>
              <Facts course={course} />
            </span>
            <span className="flex min-w-0 grow items-center gap-4">
              <ProgressBar
                percent={course.percent}
                label={dashboardText.progressOf(course.titleHe)}
                className="min-w-0 grow"
              />
              <bdi dir="ltr" className="w-12 shrink-0 text-end font-bold text-green-ink">
                {Math.min(100, course.percent)}%
              </bdi>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Category, lessons done, and since when the course is completed, with the lessons that came after that. */
function Facts({ course }: { course: MyCourse }) {
  const { completedAt, newLessons } = course
  return (
    <>
      <span className="mt-1 block text-sm text-ink-2">
        {course.categoryName ?? catalogText.generalCategory}
        <span aria-hidden="true"> · </span>
        {course.isCompleted && newLessons === 0
          ? dashboardText.completed
          : dashboardText.lessonsDone(course.completedLessons, course.lessonCount)}
        {completedAt && (
          <>
            <span aria-hidden="true"> · </span>
            {dashboardText.completedOn(formatDay(completedAt))}
          </>
        )}
      </span>
      {newLessons > 0 && (
        <span className="mt-1 block text-sm font-semibold text-green-ink">
          {nextText.added(plural(newLessons, addedLessons))}
        </span>
      )}
    </>
  )
}

/** Three figures of a line: begun, completed, lessons done. */
export function Figures({ courses }: { courses: MyCourse[] }) {
  const { figures } = dashboardText
  const values = [
    [figures.started, courses.length],
    [figures.completed, courses.filter((course) => course.isCompleted).length],
    [figures.lessons, courses.reduce((sum, course) => sum + course.completedLessons, 0)],
  ] as const
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-3">
      {values.map(([name, value]) => (
        <div key={name} className="flex items-baseline gap-2">
          <dt className="text-sm text-ink-2">{name}</dt>
          <dd className="text-xl font-bold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
