import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Lesson } from '~/course/lesson/lesson.rules'
import { useSession } from '~/session/student/session-store'
import { Bidi } from '~/shared/ui/bidi'
import { Button } from '~/shared/ui/button'
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '~/shared/ui/dialog'
import { QuestionForm } from './question-form'
import { useRefreshQuestions } from './questions.calls'
import { questionText as text } from './questions.he'

const SHOWN_OF_ID = 8

type QuestionWindowProps = {
  userId: string
  lesson: Lesson
  second: number
  /** Gets the focus back. */
  opener: RefObject<HTMLButtonElement | null>
  onClose: () => void
}

/** The question about a second of a lesson, and then what becomes of it. */
export function QuestionWindow({ userId, lesson, second, opener, onClose }: QuestionWindowProps) {
  const session = useSession()
  const email = session.status === 'student' ? session.email : ''
  const [sent, setSent] = useState<string | null>(null)
  const refresh = useRefreshQuestions(userId, lesson.id)
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          opener.current?.focus()
        }}
      >
        <DialogTitle className="pe-12 text-xl">{sent ? text.sentTitle : text.title}</DialogTitle>
        {sent ? (
          <Sent id={sent} email={email} onBack={onClose} />
        ) : (
          <>
            <DialogDescription className="mt-1 mb-4 text-ink-2">
              {text.lead} <Bidi className="font-semibold">{lesson.titleHe}</Bidi>
            </DialogDescription>
            <QuestionForm
              userId={userId}
              email={email}
              lesson={lesson}
              second={second}
              onSent={(id) => {
                setSent(id)
                void refresh()
              }}
            />
          </>
        )}
      </DialogContent>
    </Dialog>
  )
}

/** What happens next with the question. */
function Sent({ id, email, onBack }: { id: string; email: string; onBack: () => void }) {
  const back = useRef<HTMLButtonElement>(null)
  useEffect(() => back.current?.focus(), [])
  const [read, answered, here] = text.sentSteps
  return (
    <div role="status">
      <DialogDescription className="mt-1 text-ink-2">
        {text.sentNumber}{' '}
        <bdi dir="ltr" className="font-bold uppercase">
          {id.slice(0, SHOWN_OF_ID)}
        </bdi>
      </DialogDescription>
      <ol className="my-4 list-decimal space-y-1.5 ps-5">
        <li>{read}</li>
        <li>
          {answered} <bdi dir="ltr">{email}</bdi>
        </li>
        <li>{here}</li>
      </ol>
      <Button ref={back} look="learn" onClick={onBack}>
        {text.back}
      </Button>
    </div>
  )
}
