import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { randomId } from '~/shared/browser/random-id'
import { AppError } from '~/shared/errors/errors'
import { ConfirmDialog } from '~/shared/ui/confirm-dialog'
import { TextField } from '~/shared/ui/text-field'
import { FieldRefusal } from '~/staff/form/refusals'
import { type ContentKind, contentPath } from '~/staff/shared/content-kinds.rules'
import { createContent } from './content.calls'
import { contentText as text } from './content.he'
import { CONTENT_FIELDS, slugOf } from './content.rules'
import { choicesQuery } from './content-choices.calls'
import { contentListText as listText } from './content-list.he'
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
  const [course, setCourse] = useState(parent ?? '')
  const wantsCourse = kind === 'quiz' && !parent
  const [problems, setProblems] = useState<Record<string, string | undefined>>({})
  const written: Record<string, string> = { [nameField]: name, ...(hasSlug && { slug: slug ?? slugOf(name) }) }

  function isReady() {
    const found: Record<string, string | undefined> = Object.fromEntries(
      Object.entries(written).map(([field, value]) => [field, fieldProblem(fields[field] ?? 'line', field, value)]),
    )
    if (wantsCourse && course === '') found.course_id = text.problems.REQUIRED
    setProblems(found)
    return Object.values(found).every((problem) => !problem)
  }
  async function create() {
    try {
      const made = await createContent(kind, id, written, course || undefined)
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
        {wantsCourse && <CourseField value={course} error={problems.course_id} onChange={setCourse} />}
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

type CourseFieldProps = { value: string; error: string | undefined; onChange: (course: string) => void }

/** The course of a test, which stays. */
function CourseField({ value, error, onChange }: CourseFieldProps) {
  const id = useId()
  const { data: courses } = useQuery(choicesQuery('course'))
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {text.labels.course_id}
      </label>
      <select
        id={id}
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={({ target }) => onChange(target.value)}
        className="block min-h-12 w-full rounded-control border border-field bg-card px-3"
      >
        <option value="">{text.chooseCourse}</option>
        {courses?.map((course) => (
          <option key={course.id} value={course.id}>
            {course.name}
          </option>
        ))}
      </select>
      {error && (
        <p id={`${id}-error`} className="mt-1 text-red text-sm">
          {error}
        </p>
      )}
    </div>
  )
}
