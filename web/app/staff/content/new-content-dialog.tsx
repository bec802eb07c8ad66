import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { randomId } from '~/shared/browser/random-id'
import { AppError } from '~/shared/errors/errors'
import { ConfirmDialog } from '~/shared/ui/confirm-dialog'
import { TextField } from '~/shared/ui/text-field'
import { FieldRefusal } from '~/staff/form/refusals'
import { createContent } from './content.calls'
import { contentListText as listText, contentText as text } from './content.he'
import { CONTENT_FIELDS, type ContentKind, contentPath, slugOf } from './content.rules'
import { fieldProblem } from './content-schema'

type NewContentDialogProps = { kind: ContentKind; parent?: string | undefined; onClose: () => void }

/** Asks for the name, and the address where the kind has one, and leads to the draft. */
export function NewContentDialog({ kind, parent, onClose }: NewContentDialogProps) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const fields = CONTENT_FIELDS[kind]
  const [nameField = ''] = Object.keys(fields)
  const hasSlug = 'slug' in fields
  // One id for one making: pressed again after a lost answer, it is the same draft.
  const [id] = useState(randomId)
  const [name, setName] = useState('')
  const [slug, setSlug] = useState<string>()
  const [problems, setProblems] = useState<Record<string, string | undefined>>({})
  const written: Record<string, string> = { [nameField]: name, ...(hasSlug && { slug: slug ?? slugOf(name) }) }

  function isReady() {
    const found = Object.fromEntries(
      Object.entries(written).map(([field, value]) => [field, fieldProblem(fields[field] ?? 'line', field, value)]),
    )
    setProblems(found)
    return Object.values(found).every((problem) => !problem)
  }
  async function create() {
    try {
      const made = await createContent(kind, id, written, parent)
      await client.invalidateQueries({ queryKey: ['staff', 'content', kind] })
      await navigate(contentPath(kind, made.id, parent))
    } catch (failure) {
      if (!(failure instanceof FieldRefusal)) throw failure
      setProblems(failure.problems)
      throw new AppError('OPERATION_FAILED', Object.values(failure.problems)[0])
    }
  }
  return (
    <ConfirmDialog
      title={listText.create[kind]}
      lead={listText.createLead}
      confirm={listText.createDone}
      cancel={listText.cancel}
      look="primary"
      isReady={isReady}
      onConfirm={create}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <TextField
          label={text.labels[nameField] ?? ''}
          value={name}
          error={problems[nameField]}
          autoFocus
          onChange={({ target }) => setName(target.value)}
        />
        {hasSlug && (
          <TextField
            label={text.labels.slug ?? ''}
            dir="ltr"
            value={written.slug ?? ''}
            error={problems.slug}
            onChange={({ target }) => setSlug(target.value)}
          />
        )}
      </div>
    </ConfirmDialog>
  )
}
