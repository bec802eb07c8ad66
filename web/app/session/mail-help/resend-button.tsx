import { useState } from 'react'
import { useCountdown } from '~/shared/browser/use-countdown'
import { MAIL_REPEAT_DELAY } from '~/shared/config/constants'
import { toAppError } from '~/shared/errors/errors'
import { Alert } from '~/shared/ui/alert'
import { RepeatButton } from '~/shared/ui/repeat-button'
import { resendText } from './mail-help.he'

type ResendButtonProps = { onResend: () => Promise<void>; inSeconds?: number | undefined }

/** Asks for the mail again, once a minute at most, and says what came of it. `onResend` throws what people read. */
export function ResendButton({ onResend, inSeconds = MAIL_REPEAT_DELAY / 1000 }: ResendButtonProps) {
  const [secondsLeft, wait] = useCountdown(inSeconds)
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<{ tone: 'success' | 'error'; text: string }>()

  async function resend() {
    setBusy(true)
    setOutcome(undefined)
    try {
      await onResend()
      wait(MAIL_REPEAT_DELAY / 1000)
      setOutcome({ tone: 'success', text: resendText.resent })
    } catch (cause) {
      const error = toAppError(cause)
      if (error.retryAfterSeconds) wait(error.retryAfterSeconds)
      setOutcome({ tone: 'error', text: error.message })
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      {outcome && (
        <Alert tone={outcome.tone} className="mb-2 w-full">
          {outcome.text}
        </Alert>
      )}
      <RepeatButton secondsLeft={secondsLeft} label={resendText.resend} busy={busy} onClick={() => void resend()} />
    </>
  )
}
