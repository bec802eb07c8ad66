import { useState } from 'react'
import { useCodeField } from '~/session/fresh-sign-in/use-code-field'
import { useMailDelivery } from '~/session/mail-help/mail-delivery.calls'
import { MailHelp } from '~/session/mail-help/mail-help'
import { MAIL_REPEAT_DELAY } from '~/shared/config/constants'
import { toAppError } from '~/shared/errors/errors'
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
  /** When it was asked for, where this page waits again after a reload; then the address is masked. */
  askedAt?: number | undefined
  /** When it can be asked for again, where that is not a minute from now. */
  resendInSeconds?: number | undefined
  /** Asks for the mail again and gives the secret of the new one; throws what the person should read. */
  onResend: () => Promise<string>
  onChangeAddress: () => void
}

/** After a mail was asked for: type its code here, ask again, or correct the address. The link finishes this page too. */
export function MailWaiting(props: MailWaitingProps) {
  const { purpose, email, mailKey: firstKey, askedAt, onResend, onChangeAddress } = props
  const shown = askedAt === undefined ? email : email.replace(/^(.).*@/, '$1***@')
  const [mailKey, setMailKey] = useState(firstKey)
  const delivery = useMailDelivery(mailKey)
  return (
    <div className="grid gap-6">
      <p>
        {waitingText.sentTo}{' '}
        <bdi dir="ltr" className="font-bold wrap-anywhere">
          {shown}
        </bdi>
        . {waitingText.stays}
      </p>
      <CodeForm email={email} />
      <p className="text-sm text-ink-2">{waitingText.elsewhere}</p>
      <MailHelp
        purpose={purpose}
        address={shown}
        delivery={delivery}
        resendInSeconds={props.resendInSeconds ?? secondsUntilResend(askedAt)}
        onResend={async () => setMailKey(await onResend())}
        onChange={{ text: waitingText.changeAddress, act: onChangeAddress }}
      >
        <p>{signInText.noMail}</p>
        <p>{signInText.validity}</p>
      </MailHelp>
    </div>
  )
}

/** What is left of the minute; undefined for a mail that was asked for just now. */
const secondsUntilResend = (askedAt: number | undefined) =>
  askedAt === undefined ? undefined : Math.max(0, Math.ceil((askedAt + MAIL_REPEAT_DELAY - Date.now()) / 1000))

function CodeForm({ email }: { email: string }) {
  const onCode = async (code: string) => void (await redeemCode(email, code))
  const form = useCodeField({ onCode, explain, sendsItself: true })
  return (
    <form onSubmit={form.submit} noValidate>
      <TextField {...form.field} label={waitingText.codeLabel} hint={waitingText.codeHint} />
      <SubmitButton look="learn" className="mt-4 w-full" busy={form.busy} disabled={form.incomplete}>
        {form.busy ? waitingText.codeChecking : waitingText.codeSubmit}
      </SubmitButton>
    </form>
  )
}

/** A failure that nobody foresaw is a failed login [8-29]. */
function explain(cause: unknown): string {
  const { code, message } = toAppError(cause)
  if (code === 'INVALID_CREDENTIALS') return waitingText.codeWrong
  return message === errorMessages.UNKNOWN_ERROR ? signInText.loginFailed : message
}
