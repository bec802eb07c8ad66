import { type FormEvent, useState } from 'react'
import { beginEmailChange } from '~/session/email-change/email-change.calls'
import { useFreshSignIn } from '~/session/fresh-sign-in/fresh-sign-in'
import { emailText as text } from '~/session/two-step/security.he'
import { toAppError } from '~/shared/errors/errors'
import { errorMessages } from '~/shared/errors/errors.he'
import { Alert } from '~/shared/ui/alert'
import { Button } from '~/shared/ui/button'
import { SubmitButton } from '~/shared/ui/submit-button'
import { TextField } from '~/shared/ui/text-field'

type EmailChangeFormProps = { email: string; onAsked: (newEmail: string) => void; onBack: () => void }

/** Asks for the new address and has both mailed; a sign-in that is not fresh is renewed first. */
export function EmailChangeForm({ email, onAsked, onBack }: EmailChangeFormProps) {
  const { run, dialog } = useFreshSignIn()
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string>()
  const [failure, setFailure] = useState<string>()

  async function ask(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const address = typed.trim().toLowerCase()
    const problem = problemOf(address, email, event.currentTarget.checkValidity())
    setWrong(problem)
    setFailure(undefined)
    if (problem || busy) return
    setBusy(true)
    try {
      if ((await run(() => beginEmailChange(address))) !== 'cancelled') onAsked(address)
    } catch (cause) {
      const error = toAppError(cause)
      if (error.code === 'DUPLICATE_EMAIL') setWrong(text.taken)
      else setFailure(error.message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      {dialog}
      <form noValidate onSubmit={(event) => void ask(event)} className="mt-5 grid gap-4">
        {failure && <Alert tone="error">{failure}</Alert>}
        <TextField
          label={text.newLabel}
          hint={text.newHint}
          error={wrong}
          type="email"
          autoComplete="email"
          spellCheck={false}
          required
          autoFocus
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <div className="flex flex-wrap gap-3">
          <SubmitButton look="learn" busy={busy}>
            {busy ? text.submitting : text.submit}
          </SubmitButton>
          <Button look="quiet" onClick={onBack}>
            {text.back}
          </Button>
        </div>
      </form>
    </>
  )
}

function problemOf(address: string, present: string, valid: boolean): string | undefined {
  if (!address) return text.required
  if (!valid) return errorMessages.INVALID_EMAIL
  return address === present.toLowerCase() ? text.same : undefined
}
