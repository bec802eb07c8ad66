import { Link } from 'react-router'
import { buttonClass } from '~/components/ui/button'
import { paths } from '~/config/paths'
import { formatLessonDuration } from '~/domain/durations'
import type { Lesson } from '~/domain/lesson'
import { endText, lessonText } from '~/locales/he/lesson'

type EndCardProps = {
  courseId: string
  /** The following lesson, when there is one. */
  next: Lesson | undefined
  /** A lesson that is not completed yet, wherever it stands. */
  open: Lesson | null
  onAgain: () => void
}

/** What to do at the end of a lesson: the next one, the one that was left out, or the end of the course. */
export function EndCard({ courseId, next, open, onAgain }: EndCardProps) {
  const suggested = next ?? open
  const title = next ? endText.lessonDone : open ? endText.lastLesson : endText.courseDone
  return (
    <div className="absolute inset-0 overflow-auto bg-night">
      <div className="grid min-h-full content-center justify-items-center gap-2 p-4 text-center">
        <p className="font-bold font-serif text-lg sm:text-2xl">{title}</p>
        {next && (
          <p className="text-mist">
            {endText.upNext}: {next.titleHe} · <bdi>{formatLessonDuration(next.durationSeconds)}</bdi>
          </p>
        )}
        {!next && <p className="text-mist">{open ? endText.lastLessonText : endText.courseDoneText}</p>}
        <div className="mt-1 flex flex-wrap justify-center gap-2">
          {suggested && (
            <Link to={paths.lesson(courseId, suggested.id)} className={buttonClass('learn', 'small')}>
              {next ? lessonText.next : endText.toOpenLesson}
            </Link>
          )}
          {!suggested && (
            <Link to={paths.dashboard} className={buttonClass('learn', 'small')}>
              {lessonText.toDashboard}
            </Link>
          )}
          <button
            type="button"
            onClick={onAgain}
            className="min-h-11 rounded-control px-4 font-semibold hover:bg-white/15 focus-visible:outline-white"
          >
            {endText.again}
          </button>
        </div>
      </div>
    </div>
  )
}
