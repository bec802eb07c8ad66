import { type FormEvent, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { lostMailText } from '~/session/lost-mail/lost-mail.he'
import { paths } from '~/shared/config/paths'
import { PhoneField } from '~/shared/phone/phone-field'
import { Alert } from '~/shared/ui/alert'
import { SubmitButton } from '~/shared/ui/submit-button'
import { recoveryText } from './recovery.he'

type RecoveryFormProps = {
  error: string | undefined
  onAsk: (phone: string) => Promise<void>
}

/** Asks for the phone number of the account [2.9-01]. */
export function RecoveryForm({ error, onAsk }: RecoveryFormProps) {
  const [phone, setPhone] = useState('')
  const [busy, setBusy] = useState(false)
  const errorId = useId()
  const field = useRef<HTMLInputElement>(null)
  const isPhoneWanted = error === recoveryText.phoneEmpty

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    await onAsk(phone)
    setBusy(false)
    if (!phone.trim()) field.current?.focus()
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      {error && (
        <Alert tone="error" id={errorId}>
          {error}
        </Alert>
      )}
      <PhoneField
        ref={field}
        label={recoveryText.phoneLabel}
        value={phone}
        onChange={setPhone}
        required
        errorId={isPhoneWanted ? errorId : undefined}
      />
      <SubmitButton look="learn" busy={busy}>
        {busy ? recoveryText.submitting : recoveryText.submit}
      </SubmitButton>
      <div className="flex flex-wrap gap-x-6 gap-y-1 border-t border-rule pt-5">
        <Link to={paths.login} className="py-1 font-semibold text-green underline underline-offset-4">
          {recoveryText.backToLogin}
        </Link>
        <Link to={paths.register} className="py-1 font-semibold text-green underline underline-offset-4">
          {recoveryText.register}
        </Link>
        <Link to={paths.lostMail} className="py-1 font-semibold text-green underline underline-offset-4">
          {lostMailText.link}
        </Link>
      </div>
    </form>
  )
}
