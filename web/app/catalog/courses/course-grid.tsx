import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Skeleton } from '~/shared/ui/skeleton'
import type { Course } from './catalog.rules'
import { CourseCard } from './course-card'

const ABOVE_THE_FOLD = 3

type CourseGridProps = {
  courses: Course[]
  /** Makes the bookmark toggle of a course. */
  bookmarkOf?: ((course: Course) => ReactNode) | undefined
  progressOf?: ((courseId: string) => number | undefined) | undefined
  eagerImages?: boolean
  headingLevel?: 'h2' | 'h3'
  className?: string
}

const gridClass = 'grid gap-6 md:grid-cols-2 lg:auto-rows-fr lg:grid-cols-3 lg:gap-8'

/** Course cards, three in a row where there is room. */
export function CourseGrid({ courses, bookmarkOf, progressOf, eagerImages, headingLevel, className }: CourseGridProps) {
  return (
    <ul className={clsx(gridClass, className)}>
      {courses.map((course, index) => (
        <li key={course.id} className="@container md:max-lg:last:odd:col-span-2">
          <CourseCard
            course={course}
            bookmark={bookmarkOf?.(course)}
            progressPercent={progressOf?.(course.id)}
            eager={Boolean(eagerImages) && index < ABOVE_THE_FOLD}
            {...(headingLevel ? { headingLevel } : {})}
          />
        </li>
      ))}
    </ul>
  )
}

/** The shape of a card that is on its way. */
export function CourseCardSkeleton() {
  return (
    <div className="overflow-hidden rounded-card border border-rule bg-card">
      <Skeleton className="aspect-video rounded-none" />
      <div className="space-y-4 p-5">
        <Skeleton className="h-6 w-3/4" />
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-4 w-2/3" />
        <div className="flex items-center gap-2.5">
          <Skeleton className="size-8 rounded-full" />
          <Skeleton className="h-4 w-24" />
        </div>
        <div className="flex items-center justify-between border-rule border-t pt-3.5">
          <Skeleton className="h-4 w-28" />
          <Skeleton className="h-11 w-28" />
        </div>
      </div>
    </div>
  )
}
