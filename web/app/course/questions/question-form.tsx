import { type FormEvent, useRef, useState } from 'react'
import type { Lesson } from '~/course/lesson/lesson.rules'
import { toAppError } from '~/shared/errors/errors'
import { formatClock } from '~/shared/formats/clock'
import { letterCount } from '~/shared/formats/letters'
import { cutText } from '~/shared/formats/text'
import { deleteSentDraft, readDraft, saveDraft } from '~/shared/storage/drafts'
import type { Draft } from '~/shared/storage/storage'
import { Alert } from '~/shared/ui/alert'
import { Button } from '~/shared/ui/button'
import { TextArea } from '~/shared/ui/text-area'
import { contactText } from '~/support/contact/contact.he'
import { TICKET_LIMITS } from '~/support/tickets/ticket.rules'
import { openTicket } from '~/support/tickets/tickets.calls'
import { questionText as text } from './questions.he'

const KIND = 'question'
const { min, max } = TICKET_LIMITS.message

type QuestionFormProps = {
  userId: string
  /** Stands for the name of somebody who has none on file. */
  email: string
  lesson: Lesson
  /** Where the video was when the question came up, in seconds. */
  second: number
  onSent: (ticketId: string) => void
}

/** The question with its place. Whatever fails, and when the window is closed, what was written stays. */
export function QuestionForm({ userId, email, lesson, second, onSent }: QuestionFormProps) {
  const [begun] = useState(() => readDraft(userId, lesson.id, KIND))
  const [draft, setDraft] = useState<Draft>(begun ?? { text: '', seconds: second })
  // The second that can be chosen: that of the draft, or where the video is now.
  const moment = begun?.seconds ?? second
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const field = useRef<HTMLFormElement>(null)
  const letters = letterCount(draft.text)
  const problem = letters < min ? text.short : letters > max ? text.long : undefined

  const keep = (next: Draft) => {
    setDraft(next)
    saveDraft(userId, lesson.id, KIND, next)
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setTried(true)
    setFailure(undefined)
    if (problem) return field.current?.querySelector('textarea')?.focus()
    if (!navigator.onLine) return setFailure(text.offline)
    setBusy(true)
    try {
      const subject = text.subject(lesson.titleHe)
      const place = { courseId: lesson.courseId, lessonId: lesson.id }
      const id = await openTicket(
        { name: email, email, subject: cutText(subject, TICKET_LIMITS.subject.max - 1), message: draft.text.trim() },
        draft.seconds === null ? place : { ...place, seconds: draft.seconds },
      )
      deleteSentDraft(userId, lesson.id, KIND, draft)
      onSent(id)
    } catch (error) {
      const { code, message } = toAppError(error)
      setFailure(code === 'TOO_MANY_REQUESTS' ? text.limit : message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form ref={field} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <fieldset>
        <legend className="mb-1 font-semibold">{text.about}</legend>
        <div className="flex flex-wrap gap-x-6">
          <Place checked={draft.seconds !== null} onChoose={() => keep({ ...draft, seconds: moment })}>
            {text.moment} <bdi dir="ltr">{formatClock(moment)}</bdi>
          </Place>
          <Place checked={draft.seconds === null} onChoose={() => keep({ ...draft, seconds: null })}>
            {text.whole}
          </Place>
        </div>
      </fieldset>
      <TextArea
        label={text.message}
        rows={5}
        required
        value={draft.text}
        onChange={(event) => keep({ ...draft, text: event.target.value })}
        hint={text.hint(contactText.letters(letters, max))}
        error={tried ? problem : undefined}
      />
      {failure && <Alert tone="error">{failure}</Alert>}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" look="learn" busy={busy}>
          {busy ? text.sending : text.send}
        </Button>
        <p className="text-ink-3 text-sm">{text.kept}</p>
      </div>
    </form>
  )
}

type PlaceProps = { checked: boolean; onChoose: () => void; children: React.ReactNode }

function Place({ checked, onChoose, children }: PlaceProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-2.5">
      <input type="radio" name="place" checked={checked} onChange={onChoose} className="size-5 accent-green" />
      <span>{children}</span>
    </label>
  )
}
