import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { CARD_DESCRIPTION_LENGTH } from '~/shared/config/constants'
import { paths } from '~/shared/config/paths'
import { formatCourseDuration } from '~/shared/formats/durations'
import { plural } from '~/shared/formats/plural'
import { cutText } from '~/shared/formats/text'
import { Avatar } from '~/shared/ui/avatar'
import { Badge } from '~/shared/ui/badge'
import { buttonClass } from '~/shared/ui/button'
import { counted } from '~/shared/ui/common.he'
import { ProgressBar } from '~/shared/ui/progress-bar'
import { catalogText as text } from './catalog.he'
import type { Course } from './catalog.rules'
import { CourseImage } from './course-image'

type CourseCardProps = {
  course: Course
  /** The bookmark toggle; the screen brings it [2.2-19]. */
  bookmark?: ReactNode
  /** How much of the course the student has watched; left out where nobody is signed in. */
  progressPercent?: number | undefined
  /** Pictures above the fold load at once. */
  eager?: boolean
  headingLevel?: 'h2' | 'h3'
}

/** A course in a list ([2.2-17] to [2.2-25]). The whole card leads to the course; the bookmark lies above it. */
export function CourseCard({ course, bookmark, progressPercent, eager = false, headingLevel = 'h3' }: CourseCardProps) {
  const Heading = headingLevel
  const author = course.author?.nameHe || text.courseLecturer
  return (
    <article className="group relative flex h-full flex-col overflow-hidden rounded-card @xl:flex-row border border-rule bg-card transition-colors duration-150 hover:border-rule-2">
      <div className="relative shrink-0 border-rule border-b @xl:w-1/2 @xl:border-e @xl:border-b-0">
        <CourseImage url={course.thumbnailUrl} eager={eager} className="@xl:h-full" />
        <Badge className="absolute start-3 top-3">{course.category?.nameHe ?? text.generalCategory}</Badge>
        {bookmark && <div className="absolute end-2 top-2 z-10">{bookmark}</div>}
      </div>
      <div className="flex flex-1 flex-col gap-2.5 px-5 pt-5 pb-5">
        <Heading className="text-[1.32rem]">{course.titleHe}</Heading>
        {course.descriptionHe && <p className="text-ink-2">{cutText(course.descriptionHe, CARD_DESCRIPTION_LENGTH)}</p>}
        {progressPercent !== undefined && progressPercent > 0 && (
          <ProgressBar percent={progressPercent} label={text.progress(Math.round(progressPercent))} />
        )}
        <p className="flex items-center gap-2.5 text-sm">
          <Avatar name={author} imageUrl={course.author?.imageUrl} />
          {author}
        </p>
        <div className="mt-auto flex flex-wrap items-center justify-between gap-x-3 gap-y-2 border-rule border-t pt-3.5 text-ink-3 text-sm">
          <p>
            {plural(course.lessonCount, counted.lessons)} ·{' '}
            <bdi dir="ltr" className="whitespace-nowrap">
              {formatCourseDuration(course.durationMinutes)}
            </bdi>
          </p>
          <Link
            to={paths.course(course.id)}
            state={{ fromList: true }}
            preventScrollReset
            prefetch="intent"
            data-course-link={course.id}
            aria-label={text.viewCourseNamed(course.titleHe)}
            className={`${buttonClass('secondary', 'small')} after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:outline-focus focus-visible:after:-outline-offset-3`}
          >
            {text.viewCourse}
          </Link>
        </div>
      </div>
    </article>
  )
}
