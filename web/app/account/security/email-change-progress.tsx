import { useState } from 'react'
import {
  cancelEmailChange,
  confirmEmailChange,
  type EmailChange,
  resendEmailChange,
} from '~/session/email-change/email-change.calls'
import { codeText } from '~/session/fresh-sign-in/account.he'
import { CodeForm } from '~/session/fresh-sign-in/code-form'
import { emailText as text } from '~/session/two-step/security.he'
import { useCountdown } from '~/shared/browser/use-countdown'
import { MAIL_REPEAT_DELAY } from '~/shared/config/constants'
import { toAppError } from '~/shared/errors/errors'
import { Alert } from '~/shared/ui/alert'
import { Button } from '~/shared/ui/button'
import { Icon } from '~/shared/ui/icon'
import { RepeatButton } from '~/shared/ui/repeat-button'

type EmailChangeProgressProps = {
  change: EmailChange
  /** The address that the account has now. */
  email: string
  /** Something was confirmed or mailed again: the state is to be looked at. */
  onProgress: () => void
  onCancelled: () => void
}

/** A change of address on its way: which side has confirmed, and the codes to type for the other. */
export function EmailChangeProgress({ change, email, onProgress, onCancelled }: EmailChangeProgressProps) {
  const { newEmail, currentConfirmed, newConfirmed } = change
  return (
    <div className="mt-5 rounded-card border border-rule-2 bg-card p-5">
      <h3 className="text-xl">{text.pendingTitle}</h3>
      <p role="status" className="mt-1 font-semibold">
        {currentConfirmed || newConfirmed ? text.oneConfirmed : text.noneConfirmed}
      </p>
      <p className="mt-1 text-sm text-ink-2">{text.pendingLead}</p>
      <Side name={text.currentAddress} address={email} confirmed={currentConfirmed} onProgress={onProgress} />
      <Side name={text.newAddress} address={newEmail} confirmed={newConfirmed} onProgress={onProgress} />
      <Ways email={email} onProgress={onProgress} onCancelled={onCancelled} />
    </div>
  )
}

type SideProps = { name: string; address: string; confirmed: boolean; onProgress: () => void }

function Side({ name, address, confirmed, onProgress }: SideProps) {
  return (
    <div className="mt-4 border-t border-rule pt-4">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="text-ink-2">{name}</span>
        <bdi dir="ltr" className="font-semibold break-all">
          {address}
        </bdi>
        {confirmed && (
          <span className="ms-auto inline-flex items-center gap-1 self-center font-semibold text-green-ink">
            <Icon name="check" /> {text.confirmed}
          </span>
        )}
      </p>
      {!confirmed && (
        <div className="mt-2">
          <CodeForm
            label={text.codeFor(name)}
            wrong={codeText.mailWrong}
            submit={text.codeSubmit}
            onCode={async (code) => {
              await confirmEmailChange({ email: address, code })
              onProgress()
            }}
          />
        </div>
      )}
    </div>
  )
}

type WaysProps = { email: string; onProgress: () => void; onCancelled: () => void }

function Ways({ email, onProgress, onCancelled }: WaysProps) {
  const [secondsLeft, wait] = useCountdown(MAIL_REPEAT_DELAY / 1000)
  const [busy, setBusy] = useState<'resend' | 'cancel'>()
  const [outcome, setOutcome] = useState<{ tone: 'success' | 'error'; text: string }>()

  async function act(kind: 'resend' | 'cancel', work: () => Promise<void>) {
    setBusy(kind)
    setOutcome(undefined)
    try {
      await work()
    } catch (cause) {
      setOutcome({ tone: 'error', text: toAppError(cause).message })
    } finally {
      setBusy(undefined)
    }
  }

  const resend = async () => {
    await resendEmailChange(email)
    wait(MAIL_REPEAT_DELAY / 1000)
    setOutcome({ tone: 'success', text: text.resent })
    onProgress()
  }
  const cancel = async () => {
    await cancelEmailChange()
    onCancelled()
  }

  return (
    <div className="mt-5 grid gap-3 border-t border-rule pt-4">
      {outcome && <Alert tone={outcome.tone}>{outcome.text}</Alert>}
      <div className="flex flex-wrap gap-3">
        <RepeatButton
          secondsLeft={secondsLeft}
          label={text.resend}
          busy={busy === 'resend'}
          onClick={() => void act('resend', resend)}
        />
        <Button look="quiet" size="small" busy={busy === 'cancel'} onClick={() => void act('cancel', cancel)}>
          {text.cancel}
        </Button>
      </div>
    </div>
  )
}
