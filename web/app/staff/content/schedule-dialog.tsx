import { useRef, useState } from 'react'
import { ConfirmDialog } from '~/shared/ui/confirm-dialog'
import { TextField } from '~/shared/ui/text-field'
import { fromIsraelClock, toIsraelClock } from '~/staff/shared/israel-time.rules'
import { MomentField } from '~/staff/shared/moment-field'
import { contentText as text } from './content.he'
import type { ContentRecord } from './content.rules'

type ScheduleDialogProps = {
  record: ContentRecord
  onConfirm: (publishAt: string | null, unpublishAt: string | null, reason: string) => Promise<void>
  onClose: () => void
}

const clockOf = (iso: string | null) => (iso === null ? '' : toIsraelClock(iso))

/** Asks when a record is shown and hidden by itself, by the clock of Israel. */
export function ScheduleDialog({ record, onConfirm, onClose }: ScheduleDialogProps) {
  const [from, setFrom] = useState(clockOf(record.publishAt))
  const [to, setTo] = useState(clockOf(record.unpublishAt))
  const [problem, setProblem] = useState<string>()
  const [reason, setReason] = useState('')
  const [reasonProblem, setReasonProblem] = useState<string>()
  const needsReason = record.problems.length > 0 && from !== ''
  const fields = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)] as const
  const [publishAt, unpublishAt] = [from, to].map(fromIsraelClock)
  function isReady() {
    const moments = [publishAt, unpublishAt].filter((moment) => moment != null)
    // Half a moment reads as none, which would take back the one before.
    const isHalf = fields.some(({ current }) => current?.validity.badInput)
    const fits =
      !isHalf &&
      moments.every((moment) => Date.parse(moment) > Date.now()) &&
      moments.join() === [...moments].sort().join()
    setProblem(fits ? undefined : text.scheduleProblem)
    const hasReason = !needsReason || reason.trim() !== ''
    setReasonProblem(hasReason ? undefined : text.reasonMissing)
    return fits && hasReason
  }
  return (
    <ConfirmDialog
      title={text.scheduleTitle}
      lead={text.scheduleLead}
      confirm={text.scheduleDone}
      cancel={text.cancel}
      look="primary"
      isReady={isReady}
      onConfirm={() => onConfirm(publishAt ?? null, unpublishAt ?? null, reason.trim())}
      onClose={onClose}
    >
      <div className="grid gap-4 md:grid-cols-2">
        <MomentField ref={fields[0]} label={text.from} value={from} error={problem} onWrite={setFrom} />
        <MomentField ref={fields[1]} label={text.to} value={to} onWrite={setTo} />
      </div>
      {needsReason && (
        <TextField
          label={text.reason}
          hint={record.problems.map(({ code }) => text.gaps[code] ?? code).join(', ')}
          value={reason}
          error={reasonProblem}
          maxLength={500}
          className="mt-4"
          onChange={({ target }) => setReason(target.value)}
        />
      )}
    </ConfirmDialog>
  )
}
