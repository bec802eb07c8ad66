import { type FormEvent, useEffect, useRef, useState } from 'react'
import { redeemCode } from '~/api/auth'
import { Alert } from '~/components/ui/alert'
import { Button } from '~/components/ui/button'
import { SubmitButton } from '~/components/ui/submit-button'
import { TextField } from '~/components/ui/text-field'
import { MAIL_CODE_LENGTH, MAIL_REPEAT_DELAY } from '~/config/constants'
import { type AppError, toAppError } from '~/lib/errors'
import { errorMessages } from '~/locales/he/errors'
import { signInText, waitingText } from '~/locales/he/sign-in'

type MailWaitingProps = {
  email: string
  /** Asks for the mail again; throws what the person should read. */
  onResend: () => Promise<void>
  onChangeAddress: () => void
}

/** After a mail was asked for: type its code here, ask again, or correct the address. The link finishes this page too. */
export function MailWaiting({ email, onResend, onChangeAddress }: MailWaitingProps) {
  return (
    <div className="grid gap-6">
      <p>
        {waitingText.sentTo}{' '}
        <bdi dir="ltr" className="font-bold break-all">
          {email}
        </bdi>
        . {waitingText.stays}
      </p>
      <CodeForm email={email} />
      <div className="border-t border-rule pt-4 text-sm text-ink-2">
        <p>{signInText.noMail}</p>
        <p>{signInText.validity}</p>
        <div className="mt-3 flex flex-wrap items-center gap-x-3">
          <ResendButton onResend={onResend} />
          <Button look="quiet" size="small" onClick={onChangeAddress}>
            {waitingText.changeAddress}
          </Button>
        </div>
      </div>
    </div>
  )
}

function CodeForm({ email }: { email: string }) {
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const field = useRef<HTMLInputElement>(null)

  async function redeem(typed: string) {
    setBusy(true)
    setFailure(undefined)
    try {
      await redeemCode(email, typed)
    } catch (cause) {
      setFailure(explain(toAppError(cause)))
      setBusy(false)
      field.current?.select()
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (code.length === MAIL_CODE_LENGTH && !busy) void redeem(code)
  }

  return (
    <form onSubmit={submit} noValidate>
      <TextField
        ref={field}
        label={waitingText.codeLabel}
        hint={waitingText.codeHint}
        error={failure}
        type="text"
        dir="ltr"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={MAIL_CODE_LENGTH + 2}
        value={code}
        onChange={(event) => setCode(event.target.value.replace(/\D/g, '').slice(0, MAIL_CODE_LENGTH))}
      />
      <SubmitButton look="learn" className="mt-4 w-full" busy={busy} disabled={code.length !== MAIL_CODE_LENGTH}>
        {busy ? waitingText.codeChecking : waitingText.codeSubmit}
      </SubmitButton>
    </form>
  )
}

/** A failure that nobody foresaw is a failed login [8-29]. */
function explain({ code, message }: AppError): string {
  if (code === 'INVALID_CREDENTIALS') return waitingText.codeWrong
  return message === errorMessages.UNKNOWN_ERROR ? signInText.loginFailed : message
}

function ResendButton({ onResend }: { onResend: () => Promise<void> }) {
  const [secondsLeft, wait] = useCountdown(MAIL_REPEAT_DELAY / 1000)
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<{ tone: 'success' | 'error'; text: string }>()

  async function resend() {
    setBusy(true)
    setOutcome(undefined)
    try {
      await onResend()
      wait(MAIL_REPEAT_DELAY / 1000)
      setOutcome({ tone: 'success', text: waitingText.resent })
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
      <Button look="secondary" size="small" busy={busy} disabled={secondsLeft > 0} onClick={() => void resend()}>
        {secondsLeft > 0 ? waitingText.resendIn(secondsLeft) : waitingText.resend}
      </Button>
    </>
  )
}

/** Whole seconds that are left, and a way to start anew. */
function useCountdown(initialSeconds: number): [number, (seconds: number) => void] {
  const [until, setUntil] = useState(() => Date.now() + initialSeconds * 1000)
  const [now, setNow] = useState(() => Date.now())
  const left = Math.max(0, Math.ceil((until - now) / 1000))
  useEffect(() => {
    if (left === 0) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [left])
  const restart = (seconds: number) => {
    setNow(Date.now())
    setUntil(Date.now() + seconds * 1000)
  }
  return [left, restart]
}
