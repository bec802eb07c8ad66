import { clsx } from 'clsx'
import { Link } from 'react-router'
import type { LessonSummary } from '~/catalog/courses/catalog.rules'
import { LessonDuration } from '~/course/lesson/lesson-duration'
import { paths } from '~/shared/config/paths'
import { common } from '~/shared/ui/common.he'
import { Icon } from '~/shared/ui/icon'
import { Skeleton } from '~/shared/ui/skeleton'
import { panelText } from './panel.he'

const SKELETON_ROWS = [0, 1, 2]

type LessonListProps = { courseId: string; lessons: LessonSummary[]; completedLessonIds: ReadonlySet<string> }

/** Table of contents of a course: number, title, duration; done lessons in green ([2.4-10], [2.4-11], [2.4-12]). */
export function CourseLessons({ courseId, lessons, completedLessonIds }: LessonListProps) {
  if (lessons.length === 0) return <p className="py-4 text-ink-2">{panelText.noLessons}</p>
  return (
    <ol>
      {lessons.map(({ id, titleHe, durationSeconds }, index) => {
        const done = completedLessonIds.has(id)
        return (
          <li key={id} data-completed={done || undefined} className="border-rule border-b">
            <Link
              to={paths.lesson(courseId, id)}
              className={clsx(
                'group flex min-h-14 items-center gap-3.5 rounded-control py-2.5 no-underline',
                done ? 'text-green-ink' : 'text-ink',
              )}
            >
              <span
                aria-hidden="true"
                className={clsx(
                  'grid size-7 shrink-0 place-items-center rounded-full border text-xs',
                  done ? 'border-green bg-green text-white' : 'border-rule-2 text-ink-3 group-hover:border-ink',
                )}
              >
                {index + 1}
              </span>
              <span className="sr-only">{index + 1}. </span>
              <span className="min-w-0 flex-1 group-hover:underline group-hover:underline-offset-4">{titleHe}</span>
              {done && (
                <>
                  <Icon name="check" className="size-4" />
                  <span className="sr-only">({panelText.lessonDone})</span>
                </>
              )}
              <LessonDuration seconds={durationSeconds} className="shrink-0 text-ink-3 text-sm" />
            </Link>
          </li>
        )
      })}
    </ol>
  )
}

/** Three rows in the shape of lessons that are on their way [2.4-13]. */
export function LessonListSkeleton() {
  return (
    <div>
      <p role="status" className="sr-only">
        {common.loading}
      </p>
      {SKELETON_ROWS.map((row) => (
        <div key={row} data-skeleton-row className="flex h-14 items-center gap-3.5 border-rule border-b">
          <Skeleton className="size-7 rounded-full" />
          <Skeleton className="h-4 w-1/2" />
          <Skeleton className="ms-auto h-4 w-12" />
        </div>
      ))}
    </div>
  )
}
