import { type FormEvent, useState } from 'react'
import { signInAgainText as text } from '~/session/student/session.he'
import { endSession } from '~/session/student/sign-out.calls'
import { paths } from '~/shared/config/paths'
import { toAppError } from '~/shared/errors/errors'
import { Alert } from '~/shared/ui/alert'
import { Button } from '~/shared/ui/button'
import { TextField } from '~/shared/ui/text-field'
import { sendLoginLink } from './auth.calls'
import { MailWaiting } from './mail-waiting'
import { signInText } from './sign-in.he'

type SignInAgainProps = {
  /** Whose session ran out. */
  email: string
  /** The address to come back to when the mailed link is opened instead of the code. */
  returnTo: string
}

/** Signs in again with a mailed code over a page that stays as it is, or leaves the page. */
export function SignInAgain({ email: before, returnTo }: SignInAgainProps) {
  const [email, setEmail] = useState(before)
  const [sent, setSent] = useState<{ to: string; key: string }>()
  const [isOther, setIsOther] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function send(event: FormEvent) {
    event.preventDefault()
    const address = email.trim()
    if (!address || busy) return
    setBusy(true)
    setFailure(undefined)
    try {
      setSent({ to: address, key: await sendLoginLink(address, returnTo) })
    } catch (cause) {
      setFailure(toAppError(cause).message)
    } finally {
      setBusy(false)
    }
  }

  if (sent)
    return (
      <MailWaiting
        purpose="signin"
        email={sent.to}
        mailKey={sent.key}
        onResend={() => sendLoginLink(sent.to, returnTo)}
        onChangeAddress={() => {
          setIsOther(true)
          setSent(undefined)
        }}
      />
    )
  return (
    <form noValidate onSubmit={(event) => void send(event)} className="grid gap-4">
      {failure && <Alert tone="error">{failure}</Alert>}
      {isOther ? (
        <TextField
          label={signInText.emailLabel}
          type="email"
          required
          autoComplete="email"
          spellCheck={false}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      ) : (
        <p>
          {text.codeGoesTo}{' '}
          <bdi dir="ltr" className="block break-all text-start font-bold">
            {email}
          </bdi>
        </p>
      )}
      <Button type="submit" look="learn" busy={busy}>
        {busy ? signInText.submitting : text.send}
      </Button>
      <div className="flex flex-wrap gap-x-3">
        {!isOther && (
          <Button look="quiet" size="small" onClick={() => setIsOther(true)}>
            {text.otherAddress}
          </Button>
        )}
        <Button look="quiet" size="small" onClick={() => void endSession(paths.home)}>
          {text.leave}
        </Button>
      </div>
    </form>
  )
}
