import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '~/shared/config/paths'
import { toAppError } from '~/shared/errors/errors'
import { formatClock } from '~/shared/formats/clock'
import { Button } from '~/shared/ui/button'
import { toast } from '~/shared/ui/toast'
import { publishText as text } from './publish.he'
import { PublishDialog } from './publish-dialog'
import { type OpenTicket, type TicketMessage, withdrawAnswer } from './ticket.calls'

type AnswerInLessonProps = { ticket: OpenTicket; message: TicketMessage; onDone: () => Promise<unknown> }

/** Under an answer to a question about a lesson: whether the lesson shows it, and the ways to show, change and take it out. */
export function AnswerInLesson({ ticket, message, onDone }: AnswerInLessonProps) {
  const { course_id: courseId, lesson_id: lessonId, position_seconds: second } = ticket
  const [isAsking, setIsAsking] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const shown = message.published
  if (!courseId || !lessonId) return null
  async function withdraw() {
    setIsBusy(true)
    try {
      await withdrawAnswer(message.id)
      void toast.success(text.withdrawn)
    } catch (failure) {
      void toast.error(toAppError(failure).message)
    }
    await onDone()
    setIsBusy(false)
  }
  return (
    <div className="-ms-3 mt-1 flex flex-wrap items-center gap-x-1">
      {shown && (
        <Link
          to={paths.lessonAt(courseId, lessonId, shown.second)}
          target="_blank"
          className="text-link inline-flex min-h-11 items-center px-3 text-sm"
        >
          {text.shownAt}&nbsp;<bdi dir="ltr">{formatClock(shown.second)}</bdi>
        </Link>
      )}
      <Button look="quiet" size="small" aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
        {shown ? text.change : text.open}
      </Button>
      {shown && (
        <Button look="quiet" size="small" busy={isBusy} onClick={() => void withdraw()}>
          {text.withdraw}
        </Button>
      )}
      {isAsking && (
        <PublishDialog message={message} second={second} onDone={onDone} onClose={() => setIsAsking(false)} />
      )}
    </div>
  )
}
