import { useState } from 'react'
import { toAppError } from '~/shared/errors/errors'
import { formatClock } from '~/shared/formats/clock'
import { Bidi } from '~/shared/ui/bidi'
import { Button } from '~/shared/ui/button'
import { toast } from '~/shared/ui/toast'
import { viewingText as text } from './viewing.he'

type ViewingBarProps = { firstName: string; secondsLeft: number; onEnd: () => Promise<void> }

/** Stays at the top of the window for as long as the viewing lasts: as whom, how long still, and the way out. */
export function ViewingBar({ firstName, secondsLeft, onEnd }: ViewingBarProps) {
  const [busy, setBusy] = useState(false)
  async function end() {
    setBusy(true)
    try {
      await onEnd()
    } catch (cause) {
      void toast.error(toAppError(cause).message)
      setBusy(false)
    }
  }
  return (
    <section
      aria-label={text.bar}
      className="sticky top-0 z-40 flex flex-wrap items-center gap-x-6 gap-y-1 border-saffron border-b-4 bg-saffron-wash px-5 py-3 md:px-8"
    >
      <p className="min-w-0">
        <strong>
          {text.as} <Bidi>{firstName}</Bidi>
        </strong>
        <span className="block text-sm text-saffron-ink">{text.readOnly}</span>
      </p>
      <p className="ms-auto font-bold">
        {text.left}{' '}
        <bdi dir="ltr" role="timer" className="tabular-nums">
          {formatClock(secondsLeft)}
        </bdi>
      </p>
      <Button look="primary" size="small" busy={busy} onClick={() => void end()}>
        {busy ? text.ending : text.end}
      </Button>
    </section>
  )
}
