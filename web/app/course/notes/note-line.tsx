import { useEffect, useRef, useState } from 'react'
import { formatClock } from '~/shared/formats/clock'
import { deleteSentDraft, readDraft, saveDraft } from '~/shared/storage/drafts'
import { Bidi } from '~/shared/ui/bidi'
import { Button } from '~/shared/ui/button'
import { lettersOver, NoteField } from './note-field'
import { notesText as text } from './notes.he'
import type { ShownNote } from './notes.rules'

type NoteLineProps = {
  userId: string
  note: ShownNote
  onSeek: (seconds: number) => void
  /** The promise settles when the change is kept in the browser; until then its draft is. */
  onChange: (body: string) => Promise<void>
  onRemove: () => void
}

/** A note at its second: a press on the time goes there, the text can be changed in its place. */
export function NoteLine({ userId, note, onSeek, onChange, onRemove }: NoteLineProps) {
  const kind = `edit ${note.id}`
  const [editing, setEditing] = useState(() => readDraft(userId, note.lessonId, kind)?.text ?? null)
  const editButton = useRef<HTMLButtonElement>(null)
  const time = formatClock(note.positionSeconds)

  const keep = (value: string | null) => {
    setEditing(value)
    saveDraft(userId, note.lessonId, kind, value === null ? null : { text: value, seconds: note.positionSeconds })
  }
  const finish = (body: string | null) => {
    if (body !== null && (body.trim() === '' || lettersOver(body) > 0)) return
    if (body === null || body.trim() === note.body) keep(null)
    else {
      const sent = { text: body, seconds: note.positionSeconds }
      keep(body)
      void onChange(body).then(() => deleteSentDraft(userId, note.lessonId, kind, sent))
      setEditing(null)
    }
    requestAnimationFrame(() => editButton.current?.focus())
  }
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 border-rule border-b py-2">
      <button
        type="button"
        data-seeks
        aria-label={text.goTo(time)}
        onClick={() => onSeek(note.positionSeconds)}
        className="min-h-11 min-w-14 self-start rounded-control px-1.5 font-semibold text-green-ink text-sm underline decoration-rule-2 underline-offset-4 hover:decoration-green"
      >
        <bdi dir="ltr">{time}</bdi>
      </button>
      {editing === null ? (
        <div className="min-w-0">
          <Bidi as="p" className="whitespace-pre-wrap pt-2 leading-snug [overflow-wrap:anywhere]">
            {note.body}
          </Bidi>
          {note.state !== 'saved' && <NoteState state={note.state} />}
          <div className="-ms-3 flex flex-wrap">
            {note.state !== 'saved' && note.state !== 'waiting' && (
              <LineButton onClick={() => void onChange(note.body)}>{text.retry}</LineButton>
            )}
            <LineButton ref={editButton} label={text.editOf(time)} onClick={() => keep(note.body)}>
              {text.edit}
            </LineButton>
            <LineButton label={text.removeOf(time)} onClick={onRemove}>
              {text.remove}
            </LineButton>
          </div>
        </div>
      ) : (
        <EditedNote label={text.editOf(time)} value={editing} onChange={keep} onFinish={finish} />
      )}
    </li>
  )
}

type EditedNoteProps = {
  label: string
  value: string
  onChange: (value: string) => void
  /** The new text, or null to leave the old one. */
  onFinish: (body: string | null) => void
}

function EditedNote({ label, value, onChange, onFinish }: EditedNoteProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const { current } = field
    if (!current || document.activeElement?.closest('form')) return
    current.focus()
    current.setSelectionRange(current.value.length, current.value.length)
  }, [])
  return (
    <div className="min-w-0 py-1">
      <NoteField
        ref={field}
        label={label}
        value={value}
        onChange={onChange}
        onSubmit={() => onFinish(value)}
        onEscape={() => onFinish(null)}
      />
      <div className="mt-2 flex flex-wrap gap-2">
        <Button look="learn" size="small" disabled={value.trim() === ''} onClick={() => onFinish(value)}>
          {text.save}
        </Button>
        <Button look="quiet" size="small" onClick={() => onFinish(null)}>
          {text.cancel}
        </Button>
      </div>
    </div>
  )
}

function NoteState({ state }: { state: Exclude<ShownNote['state'], 'saved'> }) {
  return (
    <p className={`mt-1 text-sm ${state === 'waiting' ? 'text-saffron-ink' : 'text-red'}`}>
      {state === 'waiting' ? text.notYet : text.refused[state]}
    </p>
  )
}

type LineButtonProps = React.ComponentProps<'button'> & { label?: string }

function LineButton({ label, ...props }: LineButtonProps) {
  return (
    <button
      {...props}
      type="button"
      aria-label={label}
      className="min-h-11 rounded-control px-3 font-semibold text-ink-2 text-sm hover:bg-rule/40 hover:text-ink"
    />
  )
}
