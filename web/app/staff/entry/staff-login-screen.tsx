import { type FormEvent, useId, useRef, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { sessionToasts } from '~/session/student/session.he'
import { paths } from '~/shared/config/paths'
import { toAppError } from '~/shared/errors/errors'
import { Alert } from '~/shared/ui/alert'
import { MessagePage } from '~/shared/ui/message-page'
import { SubmitButton } from '~/shared/ui/submit-button'
import { TextField } from '~/shared/ui/text-field'
import { toast } from '~/shared/ui/toast'
import { signInErrorMessage } from './sign-in-error'
import { StaffError, sendStaffLink } from './staff.calls'
import { staffText as text } from './staff.he'
import { staffPlace } from './staff-link'
import { useStaffRedirect } from './use-staff-redirect'

/** Signing in to the staff area by a mailed link [2.12-20]. */
export function StaffLoginScreen() {
  useStaffRedirect()
  const [params] = useSearchParams()
  const [sent, setSent] = useState(false)
  const brought = signInErrorMessage(params.get('error'))
  return (
    <MessagePage title={text.loginTitle}>
      {sent ? (
        <Alert tone="success">{text.sent}</Alert>
      ) : (
        <>
          <p className="text-ink-2">{text.loginLead}</p>
          <LoginForm brought={brought} onSent={() => setSent(true)} />
        </>
      )}
      <div className="border-t border-rule pt-4 text-sm text-ink-3">
        <p>{text.domains}</p>
        <p>{text.validity}</p>
      </div>
      <Link to={paths.home} className="justify-self-start font-semibold text-green underline underline-offset-4">
        {text.backToSite}
      </Link>
    </MessagePage>
  )
}

function LoginForm({ brought, onSent }: { brought: string | undefined; onSent: () => void }) {
  const failureId = useId()
  const field = useRef<HTMLInputElement>(null)
  const [email, setEmail] = useState('')
  const [busy, setBusy] = useState(false)
  const { state } = useLocation()
  const [failure, setFailure] = useState(brought)
  const [aboutEmail, setAboutEmail] = useState(false)

  function refuse(message: string, marksField: boolean) {
    setFailure(message)
    setAboutEmail(marksField)
    if (marksField) field.current?.focus()
  }

  async function send(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const address = email.trim()
    if (!address) return refuse(text.emailMissing, true)
    setBusy(true)
    setFailure(undefined)
    setAboutEmail(false)
    try {
      await sendStaffLink(address, staffPlace((state as { from?: unknown } | null)?.from))
      void toast.success(sessionToasts.linkSent)
      onSent()
    } catch (cause) {
      refuse(cause instanceof StaffError ? cause.message : toAppError(cause).message, cause instanceof StaffError)
      setBusy(false)
    }
  }

  return (
    <form noValidate onSubmit={(event) => void send(event)} className="grid gap-5">
      {failure && (
        <Alert tone="error" id={failureId}>
          {failure}
        </Alert>
      )}
      <TextField
        ref={field}
        label={text.email}
        type="email"
        name="email"
        required
        autoComplete="email"
        spellCheck={false}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        errorId={aboutEmail ? failureId : undefined}
      />
      <SubmitButton look="primary" busy={busy}>
        {busy ? text.submitting : <bdi dir="ltr">{text.submit}</bdi>}
      </SubmitButton>
    </form>
  )
}
