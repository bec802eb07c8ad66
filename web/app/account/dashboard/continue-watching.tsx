import { Link } from 'react-router'
import { CoursePicture } from '~/catalog/courses/course-picture'
import type { MyCourse } from '~/course/progress/my-courses.rules'
import { paths } from '~/shared/config/paths'
import { buttonClass } from '~/shared/ui/button'
import { Section } from '~/shared/ui/section'
import { dashboardText } from './dashboard.he'
import { formatMediaTime } from './media-time.rules'

const SHOWN = 3

/** The lessons that were watched last, each going on where it stopped. */
export function ContinueWatching({ courses }: { courses: MyCourse[] }) {
  const open = courses.filter((course) => !course.isCompleted).slice(0, SHOWN)
  if (open.length === 0) return null
  return (
    <Section id="continue" title={dashboardText.continueTitle}>
      <ul>
        {open.map((course) => (
          <li
            key={course.courseId}
            className="flex flex-wrap items-center gap-4 border-b border-rule py-4 sm:flex-nowrap"
          >
            <CoursePicture url={course.thumbnailUrl} />
            <div className="min-w-0 grow basis-[180px]">
              <p className="font-serif text-lg leading-tight font-bold" dir="auto">
                {course.lastLessonTitle}
              </p>
              <p className="mt-1 text-sm text-ink-2">
                <bdi>{course.titleHe}</bdi>
                <span aria-hidden="true"> · </span>
                {dashboardText.stoppedAt}
                <bdi dir="ltr">{formatMediaTime(course.positionSeconds)}</bdi>
              </p>
            </div>
            <Link
              to={paths.lesson(course.courseId, course.lastLessonId)}
              aria-label={`${dashboardText.continueButton}: ${course.lastLessonTitle}`}
              className={`${buttonClass('learn', 'small')} w-full sm:w-auto`}
            >
              {dashboardText.continueButton}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}
