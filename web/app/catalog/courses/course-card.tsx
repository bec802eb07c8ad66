import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { CARD_DESCRIPTION_LENGTH } from '~/shared/config/constants'
import { paths } from '~/shared/config/paths'
import { plural } from '~/shared/formats/plural'
import { cutText } from '~/shared/formats/text'
import { Avatar } from '~/shared/ui/avatar'
import { Badge } from '~/shared/ui/badge'
import { buttonClass } from '~/shared/ui/button'
import { counted } from '~/shared/ui/common.he'
import { ProgressBar } from '~/shared/ui/progress-bar'
import { catalogText as text } from './catalog.he'
import type { Course } from './catalog.rules'
import { CourseDuration } from './course-duration'
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
    <article className="group relative flex h-full flex-col overflow-hidden rounded-card @xl:flex-row border border-rule bg-card transition-colors duration-150 hover:border-ink">
      <div className="shrink-0 overflow-hidden border-rule border-b @xl:w-1/2 @xl:border-e @xl:border-b-0">
        <CourseImage
          url={course.thumbnailUrl}
          eager={eager}
          className="transition-[scale] duration-200 ease-out group-hover:scale-[1.03] @xl:h-full"
        />
      </div>
      <div className="flex flex-auto flex-col gap-2.5 px-5 pt-2.5 pb-5">
        <div className="flex min-h-11 items-center justify-between gap-3">
          <Badge tone="green">{course.category?.nameHe ?? text.generalCategory}</Badge>
          {bookmark && <div className="relative z-10 -me-3">{bookmark}</div>}
        </div>
        <Heading className="text-[1.32rem] group-hover:text-green-ink">{course.titleHe}</Heading>
        {course.descriptionHe && <p className="text-ink-2">{cutText(course.descriptionHe, CARD_DESCRIPTION_LENGTH)}</p>}
        {progressPercent !== undefined && progressPercent > 0 && (
          <ProgressBar percent={progressPercent} label={text.progress(Math.round(progressPercent))} />
        )}
        <p className="mt-auto flex items-center gap-2.5 pt-1 text-sm">
          <Avatar name={author} imageUrl={course.author?.imageUrl} />
          {author}
        </p>
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 border-rule border-t pt-3.5 text-ink-3 text-sm">
          <p>
            {plural(course.lessonCount, counted.lessons)}
            {course.durationMinutes > 0 && ' · '}
            <CourseDuration minutes={course.durationMinutes} />
          </p>
          <Link
            to={paths.course(course.id)}
            state={{ fromList: true }}
            preventScrollReset
            prefetch="intent"
            data-course-link={course.id}
            aria-label={text.viewCourseNamed(course.titleHe)}
            className={`${buttonClass('secondary', 'small')} group-hover:border-ink group-hover:bg-ink! group-hover:text-white after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:outline-focus focus-visible:after:-outline-offset-3`}
          >
            {text.viewCourse}
          </Link>
        </div>
      </div>
    </article>
  )
}
