import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { toAppError } from '~/shared/errors/errors'
import { Bidi } from '~/shared/ui/bidi'
import { Button } from '~/shared/ui/button'
import { toast } from '~/shared/ui/toast'
import { setStudentTag } from '~/staff/students/student-tags.calls'
import { TagField } from '~/staff/students/tag-field'
import { studentTagsText as text } from './student-tags.he'

type StudentTagsProps = { studentId: string; tags: readonly string[]; mayChange: boolean }

/** The tags of a student; a change is done at once and can be taken back. */
export function StudentTags({ studentId, tags, mayChange }: StudentTagsProps) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  async function change(tag: string, has: boolean): Promise<boolean> {
    setBusy(true)
    setFailure(undefined)
    try {
      const [answer] = await setStudentTag([studentId], tag, has)
      await client.invalidateQueries({ queryKey: ['staff'] })
      if (answer?.outcome === 'refused') setFailure(text.why[answer.code ?? ''] ?? text.whyOther)
      if (answer?.outcome === 'changed') {
        const label = { label: text.undo, onClick: () => void change(tag, !has) }
        void toast.success(has ? text.added : text.removed, label)
      }
      return answer?.outcome !== 'refused'
    } catch (cause) {
      setFailure(toAppError(cause).message)
      return false
    } finally {
      setBusy(false)
    }
  }
  if (tags.length === 0 && !mayChange) return null
  return (
    <section aria-label={text.title} className="flex flex-wrap items-end gap-x-4 gap-y-3 border-rule border-b py-3">
      {tags.length > 0 && (
        <ul className="flex min-h-11 flex-wrap items-center gap-2">
          {tags.map((tag) => (
            <li key={tag} className="flex min-h-8 items-center rounded-md border border-rule-2 bg-card px-2.5">
              <Bidi>{tag}</Bidi>
              {mayChange && (
                <button
                  type="button"
                  aria-label={text.remove(tag)}
                  disabled={busy}
                  onClick={() => void change(tag, false)}
                  className="-me-2.5 min-h-8 min-w-8"
                >
                  ×
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayChange && <NewTag busy={busy} failure={failure} onAdd={(tag) => change(tag, true)} />}
    </section>
  )
}

type NewTagProps = { busy: boolean; failure: string | undefined; onAdd: (tag: string) => Promise<boolean> }

/** A button until it is pressed; then the field stays open for the next tag, and Escape closes it. */
function NewTag({ busy, failure, onAdd }: NewTagProps) {
  const [tag, setTag] = useState('')
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  async function add(event: FormEvent) {
    event.preventDefault()
    if (tag.trim() !== '' && (await onAdd(tag.trim()))) setTag('')
  }
  function close() {
    flushSync(() => setOpen(false))
    button.current?.focus()
  }
  if (!open) {
    return (
      <Button look="quiet" size="small" className="-ms-4" ref={button} onClick={() => setOpen(true)}>
        {text.open}
      </Button>
    )
  }
  return (
    <form
      onSubmit={(event) => void add(event)}
      onKeyDown={({ key }) => key === 'Escape' && close()}
      className="flex flex-wrap items-end gap-2"
    >
      <TagField label={text.label} tag={tag} error={failure} autoFocus onWrite={setTag} />
      <Button type="submit" look="secondary" disabled={busy}>
        {text.add}
      </Button>
      <Button look="quiet" onClick={close}>
        {text.close}
      </Button>
    </form>
  )
}
