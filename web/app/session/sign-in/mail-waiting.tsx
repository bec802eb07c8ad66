import { type FormEvent, useRef, useState } from 'react'
import { useMailDelivery } from '~/session/mail-help/mail-delivery.calls'
import { MailHelp } from '~/session/mail-help/mail-help'
import { MAIL_CODE_LENGTH } from '~/shared/config/constants'
import { type AppError, toAppError } from '~/shared/errors/errors'
import { errorMessages } from '~/shared/errors/errors.he'
import { SubmitButton } from '~/shared/ui/submit-button'
import { TextField } from '~/shared/ui/text-field'
import { redeemCode } from './auth.calls'
import { signInText, waitingText } from './sign-in.he'

type MailWaitingProps = {
  purpose: 'signin' | 'signup'
  email: string
  /** The secret of the mail, to ask what became of it; empty for one that was asked for before. */
  mailKey: string
  /** When it can be asked for again, where that is not a minute from now. */
  resendInSeconds?: number | undefined
  /** Asks for the mail again and gives the secret of the new one; throws what the person should read. */
  onResend: () => Promise<string>
  onChangeAddress: () => void
}

/** After a mail was asked for: type its code here, ask again, or correct the address. The link finishes this page too. */
export function MailWaiting(props: MailWaitingProps) {
  const { purpose, email, mailKey: firstKey, resendInSeconds, onResend, onChangeAddress } = props
  const [mailKey, setMailKey] = useState(firstKey)
  const delivery = useMailDelivery(mailKey)
  return (
    <div className="grid gap-6">
      <p>
        {waitingText.sentTo}{' '}
        <bdi dir="ltr" className="font-bold wrap-anywhere">
          {email}
        </bdi>
        . {waitingText.stays}
      </p>
      <CodeForm email={email} />
      <MailHelp
        purpose={purpose}
        address={email}
        delivery={delivery}
        resendInSeconds={resendInSeconds}
        onResend={async () => setMailKey(await onResend())}
        onChange={{ text: waitingText.changeAddress, act: onChangeAddress }}
      >
        <p>{signInText.noMail}</p>
        <p>{signInText.validity}</p>
      </MailHelp>
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
