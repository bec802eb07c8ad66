import { Link, Navigate, useLocation } from 'react-router'
import { CoursePicture } from '~/catalog/courses/course-picture'
import { nextText } from '~/course/lesson/lesson-next.he'
import type { MyCourse } from '~/course/progress/my-courses.rules'
import { type NextLesson, useNextLessons } from '~/course/progress/next-lessons.calls'
import { isBeginning } from '~/session/student/student-guard'
import { paths } from '~/shared/config/paths'
import { Bidi } from '~/shared/ui/bidi'
import { buttonClass } from '~/shared/ui/button'
import { LoadingLines, Section } from '~/shared/ui/section'
import { dashboardText } from './dashboard.he'
import { formatMediaTime } from './media-time.rules'

const SHOWN = 3

/** The courses that were watched last, each going on where it stopped or with the lesson that follows. */
export function ContinueWatching({ courses }: { courses: MyCourse[] }) {
  const begun = courses.filter((course) => !course.isCompleted).slice(0, SHOWN)
  const { data: next, isError } = useNextLessons(begun.map(({ courseId }) => courseId))
  // What cannot be asked for is found out by the page that opens the course.
  const open = begun.filter(({ courseId }) => isError || next?.has(courseId))
  const isLoading = !next && !isError
  const { state } = useLocation()
  if (begun.length === 0 || (!isLoading && open.length === 0)) return null
  const [first] = open
  const lesson = first && next?.get(first.courseId)
  if (isBeginning(state) && first && lesson) return <Navigate to={paths.lesson(first.courseId, lesson.id)} replace />
  return (
    <Section id="continue" title={dashboardText.continueTitle}>
      {isLoading && <LoadingLines count={begun.length} />}
      <ul>
        {open.map((course) => (
          <ContinuedCourse key={course.courseId} course={course} next={next?.get(course.courseId)} />
        ))}
      </ul>
    </Section>
  )
}

function ContinuedCourse({ course, next }: { course: MyCourse; next: NextLesson | undefined }) {
  const title = next?.titleHe ?? course.titleHe
  return (
    <li className="flex flex-wrap items-center gap-4 border-b border-rule py-4 sm:flex-nowrap">
      <CoursePicture url={course.thumbnailUrl} />
      <div className="min-w-0 grow basis-[180px]">
        <Bidi as="p" className="font-serif text-lg leading-tight font-bold">
          {title}
        </Bidi>
        {next && (
          <p className="mt-1 text-sm text-ink-2">
            <Bidi>{course.titleHe}</Bidi>
            <span aria-hidden="true"> · </span>
            {next.positionSeconds > 0 ? dashboardText.stoppedAt : nextText.upNext}
            {next.positionSeconds > 0 && <bdi dir="ltr">{formatMediaTime(next.positionSeconds)}</bdi>}
          </p>
        )}
      </div>
      <Link
        to={next ? paths.lesson(course.courseId, next.id) : paths.startCourse(course.courseId)}
        aria-label={`${dashboardText.continueButton}: ${title}`}
        className={`${buttonClass('learn', 'small')} w-full sm:w-auto`}
      >
        {dashboardText.continueButton}
      </Link>
    </li>
  )
}
