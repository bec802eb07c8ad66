import { useState } from 'react'
import { lessonText } from '~/course/lesson/lesson.he'
import { Button } from '~/shared/ui/button'
import { Icon } from '~/shared/ui/icon'
import { setLessonCompleted } from './user-progress.calls'

type CompletionToggleProps = {
  lessonId: string
  isCompleted: boolean
  /** Awaited before the mark is changed, so that what was watched until then is saved before it. */
  beforeChange: () => Promise<void>
  onChanged: () => Promise<void>
}

/** Marks a lesson as completed by the person's own hand [4-49], or takes the mark back. */
export function CompletionToggle({ lessonId, isCompleted, beforeChange, onChanged }: CompletionToggleProps) {
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState('')
  const change = async () => {
    setBusy(true)
    setMessage('')
    try {
      await beforeChange()
      await setLessonCompleted(lessonId, !isCompleted)
      // What was done is done, also where it cannot be read just now.
      await onChanged().catch(() => undefined)
      setMessage(isCompleted ? lessonText.unmarked : lessonText.marked)
    } catch {
      setMessage(lessonText.markFailed)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {isCompleted && (
        <span className="flex items-center gap-2 font-semibold text-green-ink">
          <span className="grid size-6 place-items-center rounded-full bg-green text-white">
            <Icon name="check" className="size-4" />
          </span>
          {lessonText.lessonCompleted}
        </span>
      )}
      <Button look={isCompleted ? 'quiet' : 'secondary'} size="small" busy={busy} onClick={() => void change()}>
        {isCompleted ? lessonText.markNotCompleted : lessonText.markCompleted}
      </Button>
      <p role="status" className="text-ink-2 text-sm empty:hidden">
        {message}
      </p>
    </div>
  )
}
