import { clsx } from 'clsx'
import { Link } from 'react-router'
import { Icon } from '~/components/ui/icon'
import { paths } from '~/config/paths'
import { formatLessonDuration, isoDuration } from '~/domain/durations'
import type { Lesson } from '~/domain/lesson'
import { lessonText } from '~/locales/he/lesson'

type LessonListProps = { lessons: readonly Lesson[]; currentId: string; completed: ReadonlySet<string> }

/** The lessons of the course, ruled like a table of contents: done in green, the present one washed. */
export function LessonList({ lessons, currentId, completed }: LessonListProps) {
  return (
    <ol className="divide-y divide-rule">
      {lessons.map((lesson, index) => (
        <LessonLine
          key={lesson.id}
          lesson={lesson}
          number={index + 1}
          isCurrent={lesson.id === currentId}
          isCompleted={completed.has(lesson.id)}
        />
      ))}
    </ol>
  )
}

/** Heading of the list. */
export const LessonListTitle = () => <h2 className="border-rule border-b px-5 py-4 text-lg">{lessonText.lessons}</h2>

type LessonLineProps = { lesson: Lesson; number: number; isCurrent: boolean; isCompleted: boolean }

function LessonLine({ lesson, number, isCurrent, isCompleted }: LessonLineProps) {
  return (
    <li>
      <Link
        to={paths.lesson(lesson.courseId, lesson.id)}
        aria-current={isCurrent ? 'page' : undefined}
        className={clsx(
          'grid min-h-14 grid-cols-[28px_1fr_auto] items-center gap-3 px-5 py-3 no-underline transition-colors duration-150 focus-visible:-outline-offset-3',
          isCurrent ? 'bg-green-wash font-semibold' : 'hover:bg-rule/30',
          isCompleted && 'text-green-ink',
        )}
      >
        <span
          aria-hidden="true"
          className={clsx(
            'grid size-7 place-items-center rounded-full border text-sm',
            isCompleted ? 'border-green bg-green text-white' : 'border-rule-2 text-ink-2',
          )}
        >
          {isCompleted ? <Icon name="check" className="size-4" /> : number}
        </span>
        <span className="min-w-0 leading-snug [overflow-wrap:anywhere]">
          {lesson.titleHe}
          {isCompleted && <span className="sr-only">, {lessonText.completed}</span>}
        </span>
        <time dateTime={isoDuration(lesson.durationSeconds)} className="font-normal text-ink-2 text-sm">
          <bdi>{formatLessonDuration(lesson.durationSeconds)}</bdi>
        </time>
      </Link>
    </li>
  )
}
