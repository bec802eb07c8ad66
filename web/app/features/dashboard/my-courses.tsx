import { Link } from 'react-router'
import { ProgressBar } from '~/components/ui/progress-bar'
import { paths } from '~/config/paths'
import type { MyCourse } from '~/domain/my-courses'
import { dashboardText } from '~/locales/he/dashboard'

/** The student's courses as lines of a ledger: name, lessons, bar and percent [9-39]. */
export function MyCourses({ courses }: { courses: MyCourse[] }) {
  return (
    <ul>
      {courses.map((course) => (
        <li key={course.courseId} className="border-b border-rule">
          <Link
            to={paths.course(course.courseId)}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-2 py-4 no-underline hover:bg-card md:grid-cols-[minmax(0,1fr)_220px_3.5rem]"
          >
            <span className="min-w-0">
              <span className="block font-serif text-lg leading-tight font-bold" dir="auto">
                {course.titleHe}
              </span>
              <span className="mt-1 block text-sm text-ink-2">
                {course.categoryName ?? dashboardText.general}
                <span aria-hidden="true"> · </span>
                {course.isCompleted
                  ? dashboardText.completed
                  : dashboardText.lessonsDone(course.completedLessons, course.lessonCount)}
              </span>
            </span>
            <span className="col-span-2 row-start-2 md:col-span-1 md:col-start-2 md:row-start-1">
              <ProgressBar percent={course.percent} label={dashboardText.progressOf(course.titleHe)} />
            </span>
            <span className="text-end font-bold text-green-ink md:col-start-3">
              <bdi dir="ltr">{Math.min(100, course.percent)}%</bdi>
            </span>
          </Link>
        </li>
      ))}
    </ul>
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
