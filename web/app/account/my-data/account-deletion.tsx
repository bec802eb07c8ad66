import { useEffect, useRef, useState } from 'react'
import { useFreshSignIn } from '~/session/fresh-sign-in/fresh-sign-in'
import type { StudentProfile } from '~/session/student/session-store'
import { toAppError } from '~/shared/errors/errors'
import { formatDay } from '~/shared/formats/dates'
import { Alert } from '~/shared/ui/alert'
import { Button } from '~/shared/ui/button'
import { DeletionDialog } from './deletion-dialog'
import { requestAccountDeletion } from './my-data.calls'
import { deletionText as text } from './my-data.he'

type AccountDeletionProps = { profile: StudentProfile; onChanged: (profile: StudentProfile) => void }

/** What deleting takes and leaves, and the way to ask for it. */
export function AccountDeletion({ profile, onChanged }: AccountDeletionProps) {
  const { run, dialog } = useFreshSignIn()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const asked = useRef(false)
  const answer = useRef<HTMLParagraphElement>(null)

  // The button that was pressed is gone with the answer, so the answer takes the focus.
  useEffect(() => {
    if (profile.deletionDueAt && asked.current) answer.current?.focus()
  }, [profile.deletionDueAt])

  async function ask() {
    setOpen(false)
    setBusy(true)
    setFailure(undefined)
    try {
      const dueAt = await run(requestAccountDeletion)
      if (dueAt === 'cancelled') return
      asked.current = true
      onChanged({ ...profile, deletionDueAt: dueAt })
    } catch (cause) {
      setFailure(toAppError(cause).message)
    } finally {
      setBusy(false)
    }
  }

  if (profile.deletionDueAt)
    return (
      <p ref={answer} tabIndex={-1} role="status" className="py-4">
        {text.alreadyAsked(formatDay(profile.deletionDueAt))}
      </p>
    )
  return (
    <div className="grid gap-4 pt-3">
      <p className="text-ink-2">{text.lead}</p>
      <div className="grid gap-x-8 gap-y-4 text-sm sm:grid-cols-2">
        <Points title={text.goesTitle} points={text.goes} />
        <Points title={text.staysTitle} points={text.stays} />
      </div>
      {failure && <Alert tone="error">{failure}</Alert>}
      <Button look="danger" className="justify-self-start" busy={busy} onClick={() => setOpen(true)}>
        {text.open}
      </Button>
      {open && <DeletionDialog onAsk={() => void ask()} onCancel={() => setOpen(false)} />}
      {dialog}
    </div>
  )
}

function Points({ title, points }: { title: string; points: readonly string[] }) {
  return (
    <div>
      <h3 className="border-rule border-b pb-2 font-sans font-semibold text-base">{title}</h3>
      <ul>
        {points.map((point) => (
          <li key={point} className="border-rule border-b py-2 text-ink-2">
            {point}
          </li>
        ))}
      </ul>
    </div>
  )
}
