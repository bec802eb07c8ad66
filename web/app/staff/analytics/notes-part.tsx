import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useSendId } from '~/shared/browser/use-send-id'
import { formatDay } from '~/shared/formats/dates'
import { directionOf } from '~/shared/formats/direction'
import { Bidi } from '~/shared/ui/bidi'
import { Button } from '~/shared/ui/button'
import { Failed } from '~/shared/ui/section'
import { toast } from '~/shared/ui/toast'
import { deleteFigureNote, figureNotesQuery, writeFigureNote } from './annotations.calls'
import { figureNotesText as text } from './annotations.he'
import { FigurePart } from './figure-grid'
import type { DayRange } from './range.rules'

/** What the staff noted about the days that are shown, and the way to note something. */
export function NotesPart({ range }: { range: DayRange }) {
  const { data, isError, refetch } = useQuery(figureNotesQuery(range))
  const { busy, run } = useNoteAct()
  return (
    <FigurePart title={text.title} lead={text.lead}>
      {isError && <Failed text={text.failed} onRetry={() => void refetch()} />}
      {data?.length === 0 && <p className="py-3 text-ink-2">{text.none}</p>}
      <ul>
        {data?.map(({ id, day, body, author, mayDelete }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 border-rule border-b py-2">
            <p className="min-w-0 [overflow-wrap:anywhere]">
              <span className="font-semibold">{formatDay(day)}</span> · <Bidi>{body}</Bidi>
              {author && (
                <span className="text-ink-2">
                  {' '}
                  · <Bidi>{author}</Bidi>
                </span>
              )}
            </p>
            {mayDelete && (
              <Button
                look="quiet"
                size="small"
                busy={busy}
                aria-label={text.removeOf(body)}
                onClick={() => void run(() => deleteFigureNote(id), text.removeFailed)}
              >
                {text.remove}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <NoteForm key={range.last} last={range.last} busy={busy} onSave={run} />
    </FigurePart>
  )
}

/** Does something to the notes, and asks for them anew. @returns whether it worked */
function useNoteAct() {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  async function run(act: () => Promise<void>, failed: string): Promise<boolean> {
    setBusy(true)
    try {
      await act()
      await client.invalidateQueries({ queryKey: ['staff', 'analytics', 'notes'] })
      return true
    } catch {
      void toast.error(failed)
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, run }
}

type NoteFormProps = { last: string; busy: boolean; onSave: ReturnType<typeof useNoteAct>['run'] }

function NoteForm({ last, busy, onSave }: NoteFormProps) {
  const { idOf, isSent } = useSendId()
  const [body, setBody] = useState('')
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const day = String(new FormData(event.currentTarget).get('day'))
    const id = idOf(`${day} ${body.trim()}`)
    if (!(await onSave(() => writeFigureNote(id, day, body), text.saveFailed))) return
    isSent()
    setBody((now) => (now === body ? '' : now))
  }
  const field = 'min-h-11 rounded-control border border-field bg-card px-3'
  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-wrap items-end gap-2 pt-3">
      <label className="grid gap-1">
        <span className="text-ink-2">{text.day}</span>
        <input type="date" name="day" required defaultValue={last} className={field} />
      </label>
      <label className="grid min-w-48 grow gap-1">
        <span className="text-ink-2">{text.body}</span>
        <input
          required
          maxLength={200}
          pattern=".*\S.*"
          dir={directionOf(body)}
          value={body}
          onChange={(event) => setBody(event.target.value)}
          className={field}
        />
      </label>
      <Button type="submit" look="secondary" size="small" busy={busy}>
        {text.save}
      </Button>
    </form>
  )
}
