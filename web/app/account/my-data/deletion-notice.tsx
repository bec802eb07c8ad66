import { useState } from 'react'
import type { StudentProfile } from '~/session/student/session-store'
import { formatDay } from '~/shared/formats/dates'
import { Button } from '~/shared/ui/button'
import { toast } from '~/shared/ui/toast'
import { cancelAccountDeletion } from './my-data.calls'
import { deletionText as text } from './my-data.he'

type DeletionNoticeProps = { profile: StudentProfile; dueAt: string; onKept: (profile: StudentProfile) => void }

/** Stands over the student's pages while the account waits to be deleted: the day, and the way back. */
export function DeletionNotice({ profile, dueAt, onKept }: DeletionNoticeProps) {
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)

  async function keep() {
    setBusy(true)
    setFailed(false)
    try {
      await cancelAccountDeletion()
      void toast.success(text.kept)
      document.querySelector('main')?.focus({ preventScroll: true })
      onKept({ ...profile, deletionDueAt: null })
    } catch {
      setFailed(true)
      setBusy(false)
    }
  }

  return (
    <section aria-labelledby="deletion-notice" className="border-saffron border-b bg-saffron-wash">
      <div className="wrap flex flex-wrap items-center justify-between gap-x-8 gap-y-4 py-5">
        <div className="min-w-0 flex-1 basis-80">
          <h2 id="deletion-notice" className="text-xl">
            {text.pendingTitle(formatDay(dueAt))}
          </h2>
          <p className="mt-1 text-sm">{text.pendingLead}</p>
          {failed && (
            <p role="alert" className="mt-1 text-red text-sm">
              {text.keepFailed}
            </p>
          )}
        </div>
        <Button look="primary" busy={busy} onClick={() => void keep()}>
          {text.keep}
        </Button>
      </div>
    </section>
  )
}
