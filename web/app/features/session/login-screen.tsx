import { type FormEvent, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { sendLoginLink } from '~/api/auth'
import { SplitLayout } from '~/components/split-layout'
import { Alert } from '~/components/ui/alert'
import { Button } from '~/components/ui/button'
import { TextField } from '~/components/ui/text-field'
import { paths } from '~/config/paths'
import { type AppError, toAppError } from '~/lib/errors'
import { errorMessages } from '~/locales/he/errors'
import { signInText } from '~/locales/he/sign-in'
import { MailWaiting } from './mail-waiting'
import { useReturnPath, useSignedInRedirect } from './use-signed-in-redirect'

const link = 'font-semibold text-green underline underline-offset-4 hover:text-green-ink'

/** Signing in with a mailed link (2.5). */
export function LoginScreen() {
  useSignedInRedirect()
  const returnPath = useReturnPath()
  const arrival = useArrival()
  const [email, setEmail] = useState(arrival.email)
  const [sentTo, setSentTo] = useState<string>()
  if (sentTo) {
    return (
      <SplitLayout title={signInText.title}>
        <Alert tone="success" className="mb-6">
          {signInText.sent}
        </Alert>
        <MailWaiting
          email={sentTo}
          onResend={() => sendLoginLink(sentTo, returnPath)}
          onChangeAddress={() => setSentTo(undefined)}
        />
      </SplitLayout>
    )
  }
  return (
    <SplitLayout title={signInText.title} lead={signInText.lead}>
      {arrival.message && (
        <Alert tone="success" className="mb-6">
          {arrival.message}
        </Alert>
      )}
      {arrival.inactive && (
        <Alert tone="error" className="mb-6">
          {signInText.accountInactive}{' '}
          <Link to={paths.contact} className="font-semibold underline underline-offset-4">
            {signInText.contact}
          </Link>
        </Alert>
      )}
      <EmailForm email={email} onEmail={setEmail} onSent={setSentTo} />
      <div className="mt-8 grid gap-1 border-t border-rule pt-5">
        <p>
          {signInText.noAccount}{' '}
          <Link to={paths.register} state={{ from: returnPath }} className={link}>
            {signInText.registerNow}
          </Link>
        </p>
        <p>
          {signInText.forgotUser}{' '}
          <Link to={paths.recoverAccount} className={link}>
            {signInText.recover}
          </Link>
        </p>
      </div>
      <div className="mt-5 text-sm text-ink-3">
        <p>{signInText.noMail}</p>
        <p>{signInText.validity}</p>
      </div>
    </SplitLayout>
  )
}

type EmailFormProps = { email: string; onEmail: (email: string) => void; onSent: (email: string) => void }

function EmailForm({ email, onEmail, onSent }: EmailFormProps) {
  const returnPath = useReturnPath()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const address = email.trim()

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!address || busy) return
    if (!event.currentTarget.checkValidity()) {
      setFailure(errorMessages.INVALID_EMAIL)
      return
    }
    setBusy(true)
    setFailure(undefined)
    try {
      await sendLoginLink(address, returnPath)
      onSent(address)
    } catch (cause) {
      setFailure(explain(toAppError(cause)))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form noValidate onSubmit={(event) => void send(event)} className="grid gap-5">
      {failure && <Alert tone="error">{failure}</Alert>}
      <TextField
        label={signInText.emailLabel}
        type="email"
        name="email"
        required
        autoComplete="email"
        spellCheck={false}
        value={email}
        onChange={(event) => onEmail(event.target.value)}
      />
      <Button type="submit" look="learn" busy={busy} disabled={!address}>
        {busy ? signInText.submitting : signInText.submit}
      </Button>
    </form>
  )
}

/** What the server says is shown as it is; a failure on the way says so and why [8-30]. */
function explain(error: AppError): string {
  const thrown = ['NETWORK_ERROR', 'SERVER_ERROR', 'UNKNOWN_ERROR'].includes(error.code)
  return thrown ? `${signInText.sendFailed} ${error.message}` : error.message
}

type Arrival = { email: string; message: string | null; inactive: boolean }

/** What the screen before handed over: recovery brings the address and its message [2.9-03], a guard the reason [2.5-06]. */
function useArrival(): Arrival {
  const [params] = useSearchParams()
  const state: unknown = useLocation().state
  const handed = typeof state === 'object' && state !== null ? (state as Record<string, unknown>) : {}
  return {
    email: typeof handed.email === 'string' ? handed.email : '',
    message: typeof handed.message === 'string' ? handed.message : null,
    inactive: params.get('error') === 'account_inactive',
  }
}
