import { clsx } from 'clsx'
import { type KeyboardEvent, type Ref, useId } from 'react'
import { directionOf } from '~/shared/formats/direction'
import { letterCount } from '~/shared/formats/letters'
import { notesText as text } from './notes.he'
import { MOST_NOTE_LETTERS } from './notes.rules'

type NoteFieldProps = {
  label: string
  value: string
  onChange: (value: string) => void
  /** Ctrl or Command with Enter. */
  onSubmit: () => void
  onEscape?: () => void
  placeholder?: string
  ref?: Ref<HTMLTextAreaElement>
}

/** How many letters a note is too long. */
export const lettersOver = (value: string): number => Math.max(0, letterCount(value) - MOST_NOTE_LETTERS)

/** The text of a note, as high as what is written in it. */
export function NoteField({ label, value, onChange, onSubmit, onEscape, placeholder, ref }: NoteFieldProps) {
  const id = useId()
  const over = lettersOver(value)
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      onSubmit()
    } else if (event.key === 'Escape' && onEscape) {
      event.stopPropagation()
      onEscape()
    }
  }
  return (
    <>
      <textarea
        ref={ref}
        rows={2}
        dir={directionOf(value)}
        aria-label={label}
        aria-invalid={over > 0 || undefined}
        aria-describedby={over > 0 ? id : undefined}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={press}
        className={clsx(
          'field-sizing-content block max-h-64 min-h-[4.6rem] w-full rounded-control border bg-card px-3.5 py-2.5 text-ink placeholder:text-ink-3',
          over > 0 ? 'border-red' : 'border-field',
        )}
      />
      {over > 0 && (
        <p id={id} role="alert" className="mt-1 text-red text-sm">
          {text.tooLong(over)}
        </p>
      )}
    </>
  )
}
