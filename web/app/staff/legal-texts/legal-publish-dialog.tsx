import { plural } from '~/shared/formats/plural'
import { ConfirmDialog } from '~/shared/ui/confirm-dialog'
import { MomentChoice, useMomentChoice } from '~/staff/shared/moment-choice'
import { legalTextsText as text } from './legal-texts.he'
import type { LegalRecord } from './legal-texts.rules'

/** As many as the database counts. */
const MANY = 100_000

type LegalPublishDialogProps = {
  record: LegalRecord
  onConfirm: (effectiveAt: string | null) => Promise<void>
  onClose: () => void
}

/** Asks from when a text is in force, and says how many will be asked to agree to it. */
export function LegalPublishDialog({ record: { values, reach }, onConfirm, onClose }: LegalPublishDialogProps) {
  const choice = useMomentChoice({ now: text.now, later: text.later, label: text.day, problem: text.dayProblem })
  return (
    <ConfirmDialog
      title={text.publishTitle}
      lead={text.publishLead}
      confirm={text.confirm}
      cancel={text.cancel}
      look="primary"
      isReady={choice.check}
      onConfirm={() => onConfirm(choice.at)}
      onClose={onClose}
    >
      <p className="rounded-control bg-saffron-wash px-4 py-3 font-semibold text-ink">
        {asksWords(values.demands_acceptance, reach.students)}
      </p>
      {values.summary_he && <p className="mt-3 border-rule border-s-4 ps-3 text-ink-2">{values.summary_he}</p>}
      <MomentChoice choice={choice} />
    </ConfirmDialog>
  )
}

function asksWords(demands: boolean, students: number): string {
  if (!demands) return text.asksNobody
  if (students === 0) return text.asksNone
  return students >= MANY ? text.asksMany : plural(students, text.asks)
}
