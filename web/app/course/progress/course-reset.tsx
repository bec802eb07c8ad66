import { Suspense, useRef, useState } from 'react'
import { lazyPart, prefetchPart } from '~/shared/browser/lazy-part'
import { Alert } from '~/shared/ui/alert'
import { Button } from '~/shared/ui/button'
import { resetCourse, undoReset } from './course-reset.calls'
import { resetText as text } from './course-reset.he'

const load = () => import('./reset-question').then((part) => part.ResetQuestion)
const ResetQuestion = lazyPart(load)
const ahead = () => prefetchPart(load)

type CourseResetProps = {
  courseId: string
  lessonCount: number
  /** Whether there is anything to start anew from. */
  begun: boolean
  /** Awaited before the progress is deleted, so that what was watched until then is saved, and can be brought back. */
  beforeChange: () => Promise<void>
  onChanged: () => Promise<void>
}

/** Starts a course anew after a question; what was deleted can be brought back for a while. */
export function CourseReset({ courseId, lessonCount, begun, beforeChange, onChanged }: CourseResetProps) {
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState('')
  const [removed, setRemoved] = useState(0)
  const [message, setMessage] = useState('')
  const opener = useRef<HTMLButtonElement>(null)

  const attempt = async (work: () => Promise<void>, problem: string) => {
    setBusy(true)
    setFailed('')
    try {
      await work()
      // What was done is done, also where it cannot be read just now.
      await onChanged().catch(() => undefined)
    } catch {
      setFailed(problem)
    } finally {
      setBusy(false)
    }
  }
  const reset = () =>
    attempt(async () => {
      await beforeChange()
      setRemoved(await resetCourse(courseId))
      setMessage(text.done)
      setOpen(false)
    }, text.failed)
  const restore = () =>
    attempt(async () => {
      await undoReset(courseId)
      // The button that was pressed goes away.
      opener.current?.focus()
      setRemoved(0)
      setMessage(text.undone)
    }, text.undoFailed)

  const ask = (next: boolean) => {
    setOpen(next)
    setFailed('')
  }

  if (!begun && message === '') return null
  return (
    <div className="px-3 py-3">
      <Button
        ref={opener}
        look="quiet"
        size="small"
        className="-ms-2 text-sm"
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={ahead}
        onFocus={ahead}
        onClick={() => ask(true)}
      >
        {text.open}
      </Button>
      {open && (
        <Suspense>
          <ResetQuestion
            lessonCount={lessonCount}
            busy={busy}
            failed={failed}
            opener={opener}
            onConfirm={() => void reset()}
            onClose={() => ask(false)}
          />
        </Suspense>
      )}
      <div role="status" className="flex flex-wrap items-center gap-x-3 text-sm empty:hidden">
        {message}
        {removed > 0 && (
          <button type="button" disabled={busy} onClick={() => void restore()} className="text-link min-h-11">
            {text.undo}
          </button>
        )}
      </div>
      {failed && !open && (
        <Alert tone="error" className="mt-2">
          {failed}
        </Alert>
      )}
    </div>
  )
}
