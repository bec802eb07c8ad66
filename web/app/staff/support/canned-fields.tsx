import { useRef } from 'react'
import { Bidi } from '~/shared/ui/bidi'
import { TextArea } from '~/shared/ui/text-area'
import { TextField } from '~/shared/ui/text-field'
import { cannedText as text } from './canned.he'
import { CANNED_NAMES, fillCanned } from './canned.rules'

type CannedFieldsProps = {
  title: string
  body: string
  problem: string | undefined
  onTitle: (title: string) => void
  onBody: (body: string) => void
}

/** A ready answer being written: its name, its text with the variables at hand, and how a person will read it. */
export function CannedFields({ title, body, problem, onTitle, onBody }: CannedFieldsProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const insert = (name: string) => {
    const { selectionStart = body.length, selectionEnd = body.length } = field.current ?? {}
    const place = `{${name}}`
    onBody(body.slice(0, selectionStart) + place + body.slice(selectionEnd))
    const after = selectionStart + place.length
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(after, after)
    })
  }
  return (
    <div className="grid gap-4">
      <TextField
        label={text.name}
        value={title}
        maxLength={80}
        error={problem}
        autoFocus
        onChange={({ target }) => onTitle(target.value)}
      />
      <div>
        <TextArea
          ref={field}
          label={text.body}
          rows={6}
          maxLength={4000}
          value={body}
          onChange={({ target }) => onBody(target.value)}
        />
        <p className="mt-2 flex flex-wrap items-center gap-2 text-sm">
          <span className="text-ink-2">{text.variables}</span>
          {CANNED_NAMES.map((name) => (
            <button
              key={name}
              type="button"
              onClick={() => insert(name)}
              className="min-h-9 rounded-control border border-rule-2 bg-card px-2.5 hover:border-ink"
            >
              {`{${name}}`}
            </button>
          ))}
        </p>
      </div>
      <section aria-label={text.preview} className="border-rule border-y py-3">
        <h3 className="mb-1 text-ink-2 text-sm">{text.preview}</h3>
        <Bidi as="p" className="whitespace-pre-line [overflow-wrap:anywhere]">
          {body.trim() === '' ? <span className="text-ink-3">{text.previewEmpty}</span> : fillCanned(body, text.sample)}
        </Bidi>
      </section>
    </div>
  )
}
