import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { endWaiting, findWaiting } from '~/session/callback/mail-requests'
import { lostMailText } from '~/session/lost-mail/lost-mail.he'
import { EnterRecovered } from '~/session/recovery/enter-recovered'
import { sessionToasts } from '~/session/student/session.he'
import { useReturnPath, useSignedInRedirect } from '~/session/student/use-signed-in-redirect'
import { paths } from '~/shared/config/paths'
import { fieldOf } from '~/shared/errors/error-code'
import { AppError, toAppError } from '~/shared/errors/errors'
import { errorMessages } from '~/shared/errors/errors.he'
import { Alert } from '~/shared/ui/alert'
import { buttonClass } from '~/shared/ui/button'
import { SubmitButton } from '~/shared/ui/submit-button'
import { TextField } from '~/shared/ui/text-field'
import { toast } from '~/shared/ui/toast'
import { sendLoginLink } from './auth.calls'
import { MailWaiting } from './mail-waiting'
import { signInText } from './sign-in.he'
import { SplitLayout } from './split-layout'
import { useRememberedAddress } from './use-remembered-address'

const link = 'font-semibold text-green underline underline-offset-4 hover:text-green-ink'

/** Signing in with a mailed link (2.5). */
export function LoginScreen() {
  useSignedInRedirect()
  const returnPath = useReturnPath()
  const arrival = useArrival()
  const [email, setEmail] = useState(arrival.email)
  const kept = useRememberedAddress(setEmail)
  const [sent, setSent] = useState<{ to: string; mailKey: string; held?: AppError; askedAt?: number }>()
  useEffect(() => {
    const waiting = arrival.isPlain ? findWaiting('signin') : undefined
    if (waiting) setSent({ to: waiting.email, mailKey: waiting.key ?? '', askedAt: waiting.askedAt })
  }, [arrival.isPlain])
  const ask = async (address: string) => {
    const mailKey = await sendLoginLink(address, returnPath)
    kept.keep(address)
    void toast.success(sessionToasts.linkSent)
    return mailKey
  }
  if (sent) {
    return (
      <SplitLayout title={signInText.title}>
        <Alert tone={sent.held ? 'attention' : 'success'} className="mb-6">
          {sent.held?.message ?? signInText.sent}
        </Alert>
        <MailWaiting
          purpose="signin"
          email={sent.to}
          mailKey={sent.mailKey}
          askedAt={sent.askedAt}
          resendInSeconds={sent.held?.retryAfterSeconds}
          onResend={() => ask(sent.to)}
          onChangeAddress={() => {
            endWaiting()
            setSent(undefined)
          }}
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
      <EnterRecovered email={arrival.email} />
      {arrival.inactive && (
        <Alert tone="error" className="mb-6">
          {signInText.accountInactive}{' '}
          <Link to={paths.contact} className="font-semibold underline underline-offset-4">
            {signInText.contact}
          </Link>
        </Alert>
      )}
      {arrival.course && (
        <div className="mb-6 grid gap-3 rounded-control border border-rule-2 bg-green-wash p-4">
          <p>{signInText.courseLead(arrival.course)}</p>
          <Link
            to={paths.register}
            state={{ from: returnPath, course: arrival.course }}
            className={`${buttonClass('learn')} justify-self-start`}
          >
            {signInText.courseRegister}
          </Link>
          <p className="text-ink-2 text-sm">{signInText.courseHaveAccount}</p>
        </div>
      )}
      <EmailForm
        email={email}
        onEmail={setEmail}
        onAsk={ask}
        onSent={setSent}
        onForget={kept.address !== null && email === kept.address ? kept.forget : undefined}
        returnPath={returnPath}
      />
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
        <p>
          <Link to={paths.lostMail} state={{ email: email.trim() }} className={`${link} inline-block py-1`}>
            {lostMailText.link}
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

type EmailFormProps = {
  email: string
  onEmail: (email: string) => void
  /** Asks for the link and gives the secret of its mail; throws what the person should read. */
  onAsk: (email: string) => Promise<string>
  /** A mail waits to be opened: the one that was asked for, or at the limit of mails (`held`) the last one. */
  onSent: (sent: { to: string; mailKey: string; held?: AppError }) => void
  /** Forgets the address in the field, where this device has kept it. */
  onForget: (() => void) | undefined
  /** Where somebody who registers instead comes back to. */
  returnPath: string
}

/** The address and its button [2.5-02]; a refusal that is about the address marks the field and leads back to it. */
function EmailForm({ email, onEmail, onAsk, onSent, onForget, returnPath }: EmailFormProps) {
  const failureId = useId()
  const field = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<AppError>()
  const address = email.trim()
  const aboutAddress = failure !== undefined && fieldOf(failure.code) === 'email'

  useEffect(() => {
    if (failure && fieldOf(failure.code) === 'email') field.current?.focus()
  }, [failure])

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!address || busy) return
    if (!event.currentTarget.checkValidity()) {
      setFailure(new AppError('INVALID_EMAIL'))
      return
    }
    setBusy(true)
    setFailure(undefined)
    try {
      onSent({ to: address, mailKey: await onAsk(address) })
    } catch (cause) {
      const error = toAppError(cause)
      if (error.code === 'EMAIL_RATE_LIMIT_EXCEEDED' && error.retryAfterSeconds)
        onSent({ to: address, mailKey: '', held: error })
      else setFailure(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form noValidate onSubmit={(event) => void send(event)} className="grid gap-5">
      {failure && (
        <div className="grid gap-2">
          <Alert tone="error" id={failureId}>
            {explain(failure)}
          </Alert>
          {failure.code === 'USER_NOT_FOUND' && (
            <Link
              to={paths.register}
              state={{ from: returnPath, email: address }}
              className={`${link} justify-self-start py-1`}
            >
              {signInText.registerThis}
            </Link>
          )}
        </div>
      )}
      <TextField
        ref={field}
        label={signInText.emailLabel}
        type="email"
        name="email"
        required
        autoComplete="email"
        spellCheck={false}
        value={email}
        onChange={(event) => onEmail(event.target.value)}
        errorId={aboutAddress ? failureId : undefined}
      />
      {onForget && (
        <button
          type="button"
          onClick={() => {
            onForget()
            field.current?.focus()
          }}
          className={`${link} -mt-3 min-h-6 justify-self-start text-sm`}
        >
          {signInText.forgetAddress}
        </button>
      )}
      <SubmitButton look="learn" busy={busy} disabled={!address}>
        {busy ? signInText.submitting : signInText.submit}
      </SubmitButton>
    </form>
  )
}

/**
 * What the server says is shown as it is; a failure on the way says so and why [8-30]; an answer that says nothing
 * is a failed login [8-29].
 */
function explain({ code, message }: AppError): string {
  if (message === errorMessages.UNKNOWN_ERROR) return signInText.loginFailed
  return ['NETWORK_ERROR', 'SERVER_ERROR'].includes(code) ? `${signInText.sendFailed} ${message}` : message
}

/** `isPlain`: nothing was handed over, so a mail that is waited for goes before an empty form. */
type Arrival = { email: string; message: string | null; course: string | null; inactive: boolean; isPlain: boolean }

/** What the screen before handed over: recovery brings the address and its message [2.9-03], a guard the reason [2.5-06] or the course. */
function useArrival(): Arrival {
  const [params] = useSearchParams()
  const state: unknown = useLocation().state
  const handed = typeof state === 'object' && state !== null ? (state as Record<string, unknown>) : {}
  const inactive = params.get('error') === 'account_inactive'
  return {
    isPlain: !inactive && !['email', 'message', 'course'].some((name) => name in handed),
    email: typeof handed.email === 'string' ? handed.email : '',
    message: typeof handed.message === 'string' ? handed.message : null,
    course: typeof handed.course === 'string' ? handed.course : null,
    inactive,
  }
}
