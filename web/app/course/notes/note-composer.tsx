import { type FormEvent, type Ref, useImperativeHandle, useRef, useState } from 'react'
import { type TimedPlayer, usePlayerSecond } from '~/course/player/timed-player'
import { formatClock } from '~/shared/formats/clock'
import { deleteSentDraft, readDraft, saveDraft } from '~/shared/storage/drafts'
import type { Draft } from '~/shared/storage/storage'
import { Button } from '~/shared/ui/button'
import { lettersOver, NoteField } from './note-field'
import { notesText as text } from './notes.he'

const KIND = 'note'

export type NoteComposerHandle = {
  /** Goes on with the note that is being written, or begins one at the present second. */
  begin: () => void
}

type NoteComposerProps = {
  userId: string
  lessonId: string
  player: TimedPlayer | null
  /** The promise settles when the note is kept in the browser; until then its draft is. */
  onWrite: (positionSeconds: number, body: string) => Promise<void>
  ref?: Ref<NoteComposerHandle>
}

/** Where a note is written. It belongs to the second at which the writing began, until the person moves it. */
export function NoteComposer({ userId, lessonId, player, onWrite, ref }: NoteComposerProps) {
  const now = usePlayerSecond(player)
  const [draft, setDraft] = useState<Draft | null>(() => readDraft(userId, lessonId, KIND))
  const field = useRef<HTMLTextAreaElement>(null)
  const written = draft?.text ?? ''
  const seconds = draft?.seconds ?? now

  const keep = (next: Draft | null) => {
    setDraft(next)
    saveDraft(userId, lessonId, KIND, next)
  }
  useImperativeHandle(ref, () => ({
    begin: () => {
      if (written.trim() === '') keep({ text: '', seconds: Math.floor(player?.position ?? 0) })
      field.current?.focus()
    },
  }))

  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (written.trim() === '' || lettersOver(written) > 0) return field.current?.focus()
    keep({ text: written, seconds })
    void onWrite(seconds, written).then(() => deleteSentDraft(userId, lessonId, KIND, { text: written, seconds }))
    setDraft(null)
    field.current?.focus()
  }
  return (
    <form onSubmit={submit} className="border-rule border-b pb-4">
      <div className="mb-1 flex min-h-11 flex-wrap items-center justify-between gap-x-3">
        <p className="font-semibold">
          {text.newNote} {text.at}{' '}
          <bdi dir="ltr" className="rounded-md bg-green-wash px-2 py-0.5 text-green-ink">
            {formatClock(seconds)}
          </bdi>
        </p>
        {written !== '' && seconds !== now && (
          <button
            type="button"
            onClick={() => keep({ text: written, seconds: now })}
            className="text-link min-h-11 text-sm"
          >
            {text.toNow(formatClock(now))}
          </button>
        )}
      </div>
      <NoteField
        ref={field}
        label={`${text.newNote} ${text.at} ${formatClock(seconds)}`}
        placeholder={text.placeholder}
        value={written}
        onChange={(value) => keep(value === '' ? null : { text: value, seconds })}
        onSubmit={submit}
      />
      <Button type="submit" look="learn" size="small" className="mt-2" disabled={written.trim() === ''}>
        {text.add}
      </Button>
    </form>
  )
}
