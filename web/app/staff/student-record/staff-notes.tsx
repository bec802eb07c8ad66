import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { toAppError } from '~/shared/errors/errors'
import { formatShortMoment } from '~/shared/formats/dates'
import { Alert } from '~/shared/ui/alert'
import { Button } from '~/shared/ui/button'
import { ConfirmDialog } from '~/shared/ui/confirm-dialog'
import { Loading } from '~/shared/ui/loading'
import { Failed, Section } from '~/shared/ui/section'
import { TextArea } from '~/shared/ui/text-area'
import { deleteStaffNote, type StaffNote, staffNotesQuery, writeStaffNote } from './staff-notes.calls'
import { staffNotesText as text } from './staff-notes.he'

const LONGEST_NOTE = 2000

/** Notes of the staff about a student; each is changed by its author, for a day. */
export function StaffNotes({ studentId, mayWrite }: { studentId: string; mayWrite: boolean }) {
  const client = useQueryClient()
  const { data, isPending, isError, refetch } = useQuery(staffNotesQuery(studentId))
  const [changing, setChanging] = useState<StaffNote>()
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
              <bdi>{note.author}</bdi> · <time dateTime={note.createdAt}>{formatShortMoment(note.createdAt)}</time>
            </p>
            <div>
              <p dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
                {note.body}
              </p>
              {mayWrite && note.mayChange && (
                <p className="mt-1 flex gap-2">
                  <Button look="quiet" size="small" onClick={() => setChanging(note)}>
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
          note={changing}
          onSave={async (body) => {
            await writeStaffNote(studentId, body, changing?.id)
            setChanging(undefined)
            await refresh()
          }}
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
            await refresh()
          }}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </Section>
  )
}

type NoteFormProps = { note: StaffNote | undefined; onSave: (body: string) => Promise<void> }

function NoteForm({ note, onSave }: NoteFormProps) {
  const [body, setBody] = useState(note?.body ?? '')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  async function save(event: FormEvent) {
    event.preventDefault()
    if (body.trim() === '') return
    setBusy(true)
    setFailure(undefined)
    try {
      await onSave(body)
      setBody('')
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
        onChange={({ target }) => setBody(target.value)}
      />
      {failure && <Alert tone="error">{failure}</Alert>}
      <Button type="submit" look="secondary" size="small" className="justify-self-start" busy={busy}>
        {busy ? text.saving : text.save}
      </Button>
    </form>
  )
}
