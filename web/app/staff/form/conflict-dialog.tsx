import { clsx } from 'clsx'
import { type FormEvent, useId, useState } from 'react'
import { formatShortMoment } from '~/shared/formats/dates'
import { Bidi } from '~/shared/ui/bidi'
import { Button } from '~/shared/ui/button'
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '~/shared/ui/dialog'
import { formText as text } from './form.he'
import { disputedFields, type EditChoice, type FormValue, type FormValues, type NewerRecord } from './versions.rules'

type ConflictDialogProps = {
  base: FormValues
  mine: FormValues
  newer: NewerRecord
  labels: Readonly<Record<string, string>>
  /** What a field holds as a person reads it; as it stands unless told. */
  read?: ((field: string, value: FormValue) => FormValue) | undefined
  onChosen: (choices: Record<string, EditChoice>) => void
  onClose: () => void
}

/** Who changed what since the form was read; for each field that both changed, both texts beside each other. */
export function ConflictDialog({ base, mine, newer, labels, read, onChosen, onClose }: ConflictDialogProps) {
  const [choices, setChoices] = useState<Record<string, EditChoice>>({})
  const disputed = disputedFields(base, mine, newer.values)
  const asRead = (field: string, value: FormValue | undefined) =>
    value !== undefined && read ? read(field, value) : value
  const quiet = newer.changes.filter(({ field }) => field in labels && !disputed.includes(field))
  const changeOf = (field: string) => newer.changes.find((change) => change.field === field)
  const choose = (event: FormEvent) => {
    event.preventDefault()
    onChosen(Object.fromEntries(disputed.map((field) => [field, choices[field] ?? 'mine'])))
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent className="max-w-[760px]">
        <DialogTitle className="pe-12 text-2xl">{text.conflictTitle}</DialogTitle>
        <DialogDescription className="mt-3 text-ink-2">
          {disputed.length > 0 ? text.conflictLead : text.mergedLead}
        </DialogDescription>
        <form onSubmit={choose} className="mt-5 grid gap-6">
          {disputed.map((field) => (
            <fieldset key={field} className="border-rule border-t pt-3">
              <legend className="float-start font-semibold">{labels[field] ?? field}</legend>
              <Change change={changeOf(field)} />
              <div className="clear-both grid gap-3 pt-2 md:grid-cols-2">
                {(['mine', 'theirs'] as const).map((choice) => (
                  <TextChoice
                    key={choice}
                    name={field}
                    choice={choice}
                    chosen={(choices[field] ?? 'mine') === choice}
                    value={asRead(field, (choice === 'mine' ? mine : newer.values)[field])}
                    onChosen={() => setChoices({ ...choices, [field]: choice })}
                  />
                ))}
              </div>
            </fieldset>
          ))}
          {quiet.map((change) => (
            <p key={change.field} className="border-rule border-t pt-3">
              <span className="font-semibold">{labels[change.field]}</span>{' '}
              <Bidi>{shown(asRead(change.field, newer.values[change.field]))}</Bidi> <Change change={change} />
            </p>
          ))}
          <div className="flex flex-wrap gap-3">
            <Button type="submit">{text.saveMerged}</Button>
            <Button look="secondary" onClick={onClose}>
              {text.keepEditing}
            </Button>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  )
}

function Change({ change }: { change: { by: string | null; at: string } | undefined }) {
  if (!change) return null
  return <span className="ms-3 text-ink-2">{text.othersChange(change.by, formatShortMoment(change.at))}</span>
}

const shown = (value: FormValue | undefined): string => {
  if (typeof value === 'boolean') return value ? text.yes : text.no
  return value || text.empty
}

type TextChoiceProps = {
  name: string
  choice: EditChoice
  chosen: boolean
  value: FormValue | undefined
  onChosen: () => void
}

function TextChoice({ name, choice, chosen, value, onChosen }: TextChoiceProps) {
  const id = useId()
  return (
    <label
      htmlFor={id}
      className={clsx(
        'flex cursor-pointer items-start gap-3 rounded-control border p-3',
        chosen ? 'border-green bg-green-wash' : 'border-field',
      )}
    >
      <input
        id={id}
        type="radio"
        name={name}
        checked={chosen}
        onChange={onChosen}
        className="mt-1 size-5 accent-green"
      />
      <span className="min-w-0">
        <span className="block text-ink-2">{text[choice]}</span>
        <Bidi className="whitespace-pre-wrap font-semibold [overflow-wrap:anywhere]">{shown(value)}</Bidi>
      </span>
    </label>
  )
}
