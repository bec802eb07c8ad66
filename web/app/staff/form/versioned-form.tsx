import { type ReactNode, useEffect, useRef } from 'react'
import { ConflictDialog } from './conflict-dialog'
import { FormBar } from './form-bar'
import { FormSummary } from './form-summary'
import { StoredEditsNotice } from './stored-edits-notice'
import { useSaveKey } from './use-save-key'
import { useStoredEdits } from './use-stored-edits'
import { useUnsavedGuard } from './use-unsaved-guard'
import { useVersionedForm, type VersionedFormOptions } from './use-versioned-form'
import type { EditCopies, FormValue, FormValues } from './versions.rules'

type VersionedFormProps<Name extends string> = VersionedFormOptions & {
  label: string
  /** Whose form of what it is: then what is unsaved outlives the window, in this browser. */
  keepAs?: string | undefined
  /** Keeps it on the server besides. */
  copies?: EditCopies | undefined
  /** What a field holds as a person reads it. */
  read?: ((field: string, value: FormValue) => FormValue) | undefined
  /** What each field is called, in their order. */
  labels: Readonly<Record<Name, string>>
  /** The fields. `field` gives what TextField, TextArea and CheckboxField want; `write` fills one and leads to it. */
  children: (parts: {
    field: (name: Name) => FieldParts
    write: (name: Name, value: FormValue) => void
    /** What the fields hold now. */
    values: FormValues
    /** How many fields differ from what was read. */
    unsaved: number
  }) => ReactNode
}

/** What a field of such a form is made of. */
export type FieldParts = ReturnType<ReturnType<typeof useVersionedForm>['form']['register']> & {
  label: string
  error: string | undefined
}

/**
 * A form of the staff: it says beside each field what is wrong, leads to the fields from a summary, saves by Ctrl+S,
 * says how saving stands, asks before it is left unsaved, and lets one choose where somebody else changed the same.
 */
export function VersionedForm<Name extends string>({
  label,
  labels,
  keepAs,
  copies,
  read,
  children,
  ...options
}: VersionedFormProps<Name>) {
  const { form, conflict, attempt, ...saving } = useVersionedForm(options)
  const kept = useStoredEdits(keepAs, saving.base, saving.values, copies)
  const question = useUnsavedGuard(saving.unsaved > 0, kept.forget)
  const summary = useRef<HTMLElement>(null)
  useSaveKey(() => !conflict && void saving.submit())
  useEffect(() => {
    if (attempt > 0) summary.current?.focus()
  }, [attempt])
  const { errors } = form.formState
  const problems = Object.entries<string>(labels).flatMap(([name, called]) => {
    const message = errors[name]?.message
    return message ? [{ name, label: called, message }] : []
  })
  const field = (name: Name): FieldParts => ({
    ...form.register(name),
    label: labels[name],
    error: errors[name]?.message,
  })
  const write = (name: Name, value: FormValue) => {
    // A path of any form is a text; this one's paths are its names.
    form.setValue(name as string, value, { shouldDirty: true, shouldValidate: true })
    form.setFocus(name as string)
  }
  return (
    <form
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        void saving.submit()
      }}
      className="grid gap-5 [&_:is(input,select,textarea,button,[contenteditable])]:scroll-mb-28"
    >
      {kept.left && saving.unsaved === 0 && (
        <StoredEditsNotice
          at={kept.left.at}
          onTake={() => {
            if (kept.left) saving.resume(kept.left.read, kept.left.changes)
            kept.answered()
          }}
          onForget={kept.answered}
        />
      )}
      {attempt > 0 && problems.length > 0 && (
        <FormSummary ref={summary} problems={problems} onChosen={(name) => form.setFocus(name)} />
      )}
      {children({ field, write, values: saving.values, unsaved: saving.unsaved })}
      <FormBar state={saving.state} unsaved={saving.unsaved} onDiscard={saving.discard} onUndo={saving.undo} />
      {conflict && (
        <ConflictDialog
          base={saving.base.values}
          mine={conflict.mine}
          newer={conflict.newer}
          labels={labels}
          read={read}
          onChosen={(choices) => saving.resolve(conflict, choices)}
          onClose={saving.closeConflict}
        />
      )}
      {question}
    </form>
  )
}
