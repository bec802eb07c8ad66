import { clsx } from 'clsx'
import { useSession } from '~/session/student/session-store'
import { plural } from '~/shared/formats/plural'
import { attemptText as text } from './attempt.he'
import type { Answers } from './use-answers'
import { useTimeLeft } from './use-time-left'

const MINUTE = 60
/** Minutes at which the time that is left is said aloud. */
const ANNOUNCED = [5, 1]

type AttemptStripProps = { title: string; where: string | null; state: Answers['state']; endsAt: number | null }

/** What stands above the questions: which test, where in it, whether it is saved, and how long is left. */
export function AttemptStrip({ title, where, state, endsAt }: AttemptStripProps) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-6 gap-y-1 border-rule border-b py-4 text-ink-2">
      <h1 className="font-normal font-sans text-base leading-normal">
        {text.quiz}: <b className="text-ink">{title}</b>
      </h1>
      {where && <p className="font-semibold text-ink">{where}</p>}
      <SavedState state={state} />
      {endsAt !== null && <TimeLeft endsAt={endsAt} />}
    </div>
  )
}

function SavedState({ state }: { state: Answers['state'] }) {
  const session = useSession()
  const waiting = session.status === 'student' && session.lapsed ? text.waitingForSignIn : text.waiting
  const words = {
    // The line is as high while nothing is said: what stands below does not jump at the first answer.
    quiet: '\u00a0',
    saving: text.saving,
    saved: text.saved,
    waiting,
    refused: text.refused,
    lost: text.lost,
  }[state]
  const isTroubled = state === 'waiting' || state === 'refused' || state === 'lost'
  return (
    // The state of every letter would be too much to hear: what is wrong is said, what is well is shown.
    <p aria-live={isTroubled ? 'polite' : 'off'} className={clsx('ms-auto', isTroubled && 'text-saffron-ink')}>
      {words}
    </p>
  )
}

/** Minutes that are left, in words; said aloud twice, and never in a hurry. */
function TimeLeft({ endsAt }: { endsAt: number }) {
  const seconds = useTimeLeft(endsAt) ?? 0
  const minutes = Math.ceil(seconds / MINUTE)
  const words = seconds < MINUTE ? text.lessThanMinute : plural(minutes, text.minutes)
  const announced = ANNOUNCED.includes(minutes) && seconds > (minutes - 1) * MINUTE
  return (
    <p className={clsx(seconds <= MINUTE && 'font-semibold text-ink')}>
      {text.leftLabel} {words}
      <span aria-live="polite" className="sr-only">
        {announced ? text.timeAnnounced(plural(minutes, text.minutes)) : ''}
      </span>
    </p>
  )
}
