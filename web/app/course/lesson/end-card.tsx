import { Link, useNavigate } from 'react-router'
import { NEXT_LESSON_COUNTDOWN_SECONDS } from '~/shared/config/constants'
import { paths } from '~/shared/config/paths'
import { formatDay } from '~/shared/formats/dates'
import { plural } from '~/shared/formats/plural'
import { Bidi } from '~/shared/ui/bidi'
import { buttonClass } from '~/shared/ui/button'
import type { Lesson } from './lesson.rules'
import { LessonDuration } from './lesson-duration'
import { addedLessons, nextText as text } from './lesson-next.he'
import { useAutoplay } from './use-autoplay'
import { useNextLessonCountdown } from './use-next-lesson-countdown'

type EndCardProps = {
  courseId: string
  /** The following lesson, when there is one. */
  next: Lesson | undefined
  /** Another lesson that is not completed yet, wherever it stands. */
  open: Lesson | null
  /** Whether this one is: a jump to its end completes nothing [4-49]. */
  completed: boolean
  /** When the course was completed for the first time (ISO), if it was. */
  completedAt: string | undefined
  /** Lessons that were added since. */
  newLessons: number
  onAgain: () => void
}

const ON_NIGHT =
  'inline-flex min-h-11 items-center rounded-control px-4 font-semibold text-white no-underline hover:bg-white/15 focus-visible:outline-white'
/** Read by the lesson that comes: it begins to play by itself. */
const PLAY_AT_ONCE = { autoplay: true }

/**
 * What to do at the end of a lesson: the next one, the one that was left out, or the end of the course. The next lesson
 * follows by itself after a countdown that can be called off, unless the person switched that off.
 */
export function EndCard({ courseId, next, open, completed, completedAt, newLessons, onAgain }: EndCardProps) {
  const navigate = useNavigate()
  const [autoplay, chooseAutoplay] = useAutoplay()
  const { secondsLeft, cancelled, cancel } = useNextLessonCountdown(
    autoplay && next !== undefined,
    NEXT_LESSON_COUNTDOWN_SECONDS,
    () => next && void navigate(paths.lesson(courseId, next.id), { state: PLAY_AT_ONCE }),
  )
  const suggested = next ?? open
  const isDone = !suggested && completed
  const title = next ? text.lessonDone : isDone ? text.courseDone : text.lastLesson
  return (
    <div className="on-ink absolute inset-0 overflow-auto bg-night">
      <div className="grid min-h-full content-center justify-items-center gap-1.5 p-3 text-center sm:gap-2 sm:p-4">
        <p className="font-bold font-serif text-lg leading-tight sm:text-2xl">{title}</p>
        {next ? (
          <p className="text-mist leading-snug">
            {text.upNext}: {next.titleHe}
            {next.durationSeconds > 0 && ' · '}
            <LessonDuration seconds={next.durationSeconds} />
          </p>
        ) : (
          <p className="text-mist">{isDone ? text.courseDoneText : open ? text.lastLessonText : text.thisLessonText}</p>
        )}
        {isDone && completedAt && <p className="text-mist text-sm">{text.completedOn(formatDay(completedAt))}</p>}
        {newLessons > 0 && (
          <p className="font-semibold text-mint text-sm">{text.added(plural(newLessons, addedLessons))}</p>
        )}
        {secondsLeft !== null && <SecondsLeft seconds={secondsLeft} />}
        <p role="status" className="sr-only">
          {secondsLeft !== null && next && text.announced(next.titleHe, NEXT_LESSON_COUNTDOWN_SECONDS)}
          {cancelled && text.cancelled}
        </p>
        <div className="flex flex-wrap justify-center gap-2">
          {suggested && (
            <Link
              to={paths.lesson(courseId, suggested.id)}
              state={PLAY_AT_ONCE}
              className={buttonClass('learn', 'small')}
            >
              {next ? text.next : text.toOpenLesson}
            </Link>
          )}
          {!suggested && (
            <Link to={paths.dashboard} className={buttonClass('learn', 'small')}>
              {text.toDashboard}
            </Link>
          )}
          {!suggested && (
            <Link to={paths.courses} className={ON_NIGHT}>
              {text.toCourses}
            </Link>
          )}
          {secondsLeft !== null ? (
            <button type="button" onClick={cancel} className={ON_NIGHT}>
              {text.cancel}
            </button>
          ) : (
            <button type="button" onClick={onAgain} className={ON_NIGHT}>
              {text.again}
            </button>
          )}
        </div>
        {next && (
          <label className="flex min-h-11 cursor-pointer items-center gap-2.5 text-mist text-sm">
            <input
              type="checkbox"
              checked={autoplay}
              onChange={(event) => chooseAutoplay(event.target.checked)}
              className="size-5 accent-mint focus-visible:outline-white"
            />
            {text.autoplay}
          </label>
        )}
      </div>
    </div>
  )
}

/** The seconds are for the eye; screen readers heard of them once. */
function SecondsLeft({ seconds }: { seconds: number }) {
  return (
    <p aria-hidden="true" className="w-44 text-mist text-sm">
      {text.startsIn} <Bidi className="font-bold text-white">{seconds}</Bidi>
      <span className="mt-1 block h-1 overflow-hidden rounded-full bg-white/20">
        <span
          className="block h-full rounded-full bg-mint transition-[inline-size] duration-1000 ease-linear"
          style={{ inlineSize: `${(100 * seconds) / NEXT_LESSON_COUNTDOWN_SECONDS}%` }}
        />
      </span>
    </p>
  )
}
