import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { toAppError } from '~/shared/errors/errors'
import { formatShortMoment } from '~/shared/formats/dates'
import { deleteSentDraft, readDraft, saveDraft } from '~/shared/storage/drafts'
import { Alert } from '~/shared/ui/alert'
import { Bidi } from '~/shared/ui/bidi'
import { Button } from '~/shared/ui/button'
import { ConfirmDialog } from '~/shared/ui/confirm-dialog'
import { Loading } from '~/shared/ui/loading'
import { Failed, Section } from '~/shared/ui/section'
import { TextArea } from '~/shared/ui/text-area'
import { useMember } from '~/staff/shared/use-member'
import { deleteStaffNote, type StaffNote, staffNotesQuery, writeStaffNote } from './staff-notes.calls'
import { staffNotesText as text } from './staff-notes.he'

const LONGEST_NOTE = 2000

type StaffNotesProps = {
  studentId: string
  mayWrite: boolean
  /** The note that is changed, as whatever outlives an open record holds it. */
  changingId: string | undefined
  onChanging: (id: string | undefined) => void
}

/** Notes of the staff about a student; each is changed by its author, for a day. */
export function StaffNotes({ studentId, mayWrite, changingId, onChanging }: StaffNotesProps) {
  const { email } = useMember()
  const client = useQueryClient()
  const { data, isPending, isError, refetch } = useQuery(staffNotesQuery(studentId))
  const changing = data?.find(({ id }) => id === changingId)
  const [removing, setRemoving] = useState<StaffNote>()
  const refresh = () => client.invalidateQueries({ queryKey: ['staff'] })
  return (
    <Section id="staff-notes" title={text.title}>
      <p className="py-3 text-ink-2">{text.lead}</p>
      {isPending && <Loading />}
      {isError && <Failed text={text.failed} onRetry={() => void refetch()} />}
      {data?.length === 0 && <p className="pb-4">{text.none}</p>}
      <ul>
        {data?.map((note) => (
          <li key={note.id} className="grid gap-x-4 border-rule border-b py-2.5 md:grid-cols-[190px_1fr]">
            <p className="text-ink-2">
              <Bidi>{note.author}</Bidi> · <time dateTime={note.createdAt}>{formatShortMoment(note.createdAt)}</time>
            </p>
            <div>
              <Bidi as="p" className="whitespace-pre-line [overflow-wrap:anywhere]">
                {note.body}
              </Bidi>
              {mayWrite && note.mayChange && (
                <p className="mt-1 flex gap-2">
                  <Button look="quiet" size="small" onClick={() => onChanging(note.id)}>
                    {text.change}
                  </Button>
                  <Button look="quiet" size="small" onClick={() => setRemoving(note)}>
                    {text.remove}
                  </Button>
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
      {mayWrite && (
        <NoteForm
          key={changing?.id ?? 'new'}
          studentId={studentId}
          note={changing}
          onSaved={async () => {
            onChanging(undefined)
            await refresh()
          }}
          onCancel={() => onChanging(undefined)}
        />
      )}
      {removing && (
        <ConfirmDialog
          title={text.removeTitle}
          lead={text.removeLead}
          confirm={text.removeConfirm}
          cancel={text.cancel}
          onConfirm={async () => {
            await deleteStaffNote(studentId, removing.id)
            saveDraft(email, studentId, draftOf(removing), null)
            await refresh()
          }}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </Section>
  )
}

/** What the draft of a note is called; undefined for a new one. */
const draftOf = (note: StaffNote | undefined) => (note ? `staff note ${note.id}` : 'staff note')

type NoteFormProps = {
  studentId: string
  /** The note that is changed; undefined for a new one. */
  note: StaffNote | undefined
  onSaved: () => Promise<void>
  onCancel: () => void
}

/** What is written stays in the browser until it is saved, of each note by itself. */
function NoteForm({ studentId, note, onSaved, onCancel }: NoteFormProps) {
  const { email } = useMember()
  const kind = draftOf(note)
  const [body, setBody] = useState(() => readDraft(email, studentId, kind)?.text ?? note?.body ?? '')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  async function save(event: FormEvent) {
    event.preventDefault()
    if (body.trim() === '') return
    setBusy(true)
    setFailure(undefined)
    try {
      await writeStaffNote(studentId, body, note?.id)
      deleteSentDraft(email, studentId, kind, { text: body, seconds: null })
      setBody((now) => (now === body ? '' : now))
      await onSaved()
    } catch (cause) {
      setFailure(toAppError(cause).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void save(event)} className="mt-4 grid max-w-[560px] gap-3">
      <TextArea
        label={text.label}
        rows={3}
        maxLength={LONGEST_NOTE}
        value={body}
        onChange={({ target }) => {
          setBody(target.value)
          saveDraft(email, studentId, kind, { text: target.value, seconds: null })
        }}
      />
      {failure && <Alert tone="error">{failure}</Alert>}
      <p className="flex flex-wrap gap-2">
        <Button type="submit" look="secondary" size="small" busy={busy}>
          {busy ? text.saving : text.save}
        </Button>
        {note && (
          <Button
            look="quiet"
            size="small"
            disabled={busy}
            onClick={() => {
              saveDraft(email, studentId, kind, null)
              onCancel()
            }}
          >
            {text.cancelChange}
          </Button>
        )}
      </p>
    </form>
  )
}
