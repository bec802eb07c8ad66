import { useState } from 'react'
import { plural } from '~/shared/formats/plural'
import { ConfirmDialog } from '~/shared/ui/confirm-dialog'
import { fromIsraelClock } from '~/staff/shared/israel-time.rules'
import { MomentField } from '~/staff/shared/moment-field'
import { legalTextsText as text } from './legal-texts.he'
import type { LegalRecord } from './legal-texts.rules'

/** As many as the database counts. */
const MANY = 100_000
const A_YEAR_MS = 365 * 86_400_000

type LegalPublishDialogProps = {
  record: LegalRecord
  onConfirm: (effectiveAt: string | null) => Promise<void>
  onClose: () => void
}

/** Asks from when a text is in force, and says how many will be asked to agree to it. */
export function LegalPublishDialog({ record: { values, reach }, onConfirm, onClose }: LegalPublishDialogProps) {
  const [isLater, setIsLater] = useState(false)
  const [clock, setClock] = useState('')
  const [problem, setProblem] = useState<string>()
  const at = isLater ? fromIsraelClock(clock) : null
  function isReady() {
    const ahead = at === null ? -1 : Date.parse(at) - Date.now()
    const fits = !isLater || (ahead > 0 && ahead < A_YEAR_MS)
    setProblem(fits ? undefined : text.dayProblem)
    return fits
  }
  return (
    <ConfirmDialog
      title={text.publishTitle}
      lead={text.publishLead}
      confirm={text.confirm}
      cancel={text.cancel}
      look="primary"
      isReady={isReady}
      onConfirm={() => onConfirm(at)}
      onClose={onClose}
    >
      <p className="rounded-control bg-saffron-wash px-4 py-3 font-semibold text-ink">
        {asksWords(values.demands_acceptance, reach.students)}
      </p>
      {values.summary_he && <p className="mt-3 border-rule border-s-4 ps-3 text-ink-2">{values.summary_he}</p>}
      <fieldset className="mt-5 grid gap-3">
        {[false, true].map((later) => (
          <label key={String(later)} className="flex items-center gap-3">
            <input
              type="radio"
              name="when"
              checked={isLater === later}
              onChange={() => setIsLater(later)}
              className="size-5 accent-green"
            />
            {later ? text.later : text.now}
          </label>
        ))}
        {isLater && <MomentField label={text.day} value={clock} error={problem} onWrite={setClock} />}
      </fieldset>
    </ConfirmDialog>
  )
}

function asksWords(demands: boolean, students: number): string {
  if (!demands) return text.asksNobody
  if (students === 0) return text.asksNone
  return students >= MANY ? text.asksMany : plural(students, text.asks)
}
