import { clsx } from 'clsx'
import { Link } from 'react-router'
import type { LessonState } from '~/course/progress/lesson-states.rules'
import { paths } from '~/shared/config/paths'
import { Icon } from '~/shared/ui/icon'
import { lessonText } from './lesson.he'
import type { Lesson } from './lesson.rules'
import { LessonDuration } from './lesson-duration'
import { lessonPageText as text } from './lesson-page.he'

type LessonListProps = {
  lessons: readonly Lesson[]
  currentId: string
  /** How far the person is; lessons that are not in it are new. */
  states: ReadonlyMap<string, LessonState>
}

const NEW: LessonState = { status: 'new' }

/** The lessons of the course, ruled like a table of contents: done in green, begun with a percent, the present one washed. */
export function LessonList({ lessons, currentId, states }: LessonListProps) {
  return (
    <ol aria-label={lessonText.lessons} className="divide-y divide-rule">
      {lessons.map((lesson, index) => (
        <LessonLine
          key={lesson.id}
          lesson={lesson}
          number={index + 1}
          isCurrent={lesson.id === currentId}
          state={states.get(lesson.id) ?? NEW}
        />
      ))}
    </ol>
  )
}

type LessonLineProps = { lesson: Lesson; number: number; isCurrent: boolean; state: LessonState }

function LessonLine({ lesson, number, isCurrent, state }: LessonLineProps) {
  const done = state.status === 'done'
  return (
    <li data-state={state.status}>
      <Link
        to={paths.lesson(lesson.courseId, lesson.id)}
        aria-current={isCurrent ? 'page' : undefined}
        className={clsx(
          'grid min-h-14 grid-cols-[28px_1fr_auto] items-center gap-3 px-3 py-2.5 no-underline transition-colors duration-150 focus-visible:-outline-offset-3',
          isCurrent ? 'bg-green-wash font-semibold' : 'hover:bg-rule/30',
          done && 'text-green-ink',
        )}
      >
        <span
          aria-hidden="true"
          className={clsx(
            'grid size-7 place-items-center rounded-full border text-sm',
            done ? 'border-green bg-green text-white' : 'border-rule-2 text-ink-2',
          )}
        >
          {done ? <Icon name="check" className="size-4" /> : number}
        </span>
        <span className="min-w-0 leading-snug [overflow-wrap:anywhere]">
          {lesson.titleHe}
          {done && <span className="sr-only">, {lessonText.completed}</span>}
          {isCurrent && <span className="sr-only">, {lessonText.current}</span>}
          {state.status === 'begun' && (
            <span className="mt-1 flex items-center gap-2 font-normal text-ink-2 text-xs">
              <span aria-hidden="true" className="h-1 w-16 overflow-hidden rounded-full bg-rule-2">
                <span className="block h-full bg-green" style={{ inlineSize: `${state.percent}%` }} />
              </span>
              {text.watched(state.percent)}
            </span>
          )}
        </span>
        <LessonDuration seconds={lesson.durationSeconds} className="font-normal text-ink-2 text-sm" />
      </Link>
    </li>
  )
}
