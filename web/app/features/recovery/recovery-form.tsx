import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { PhoneField } from '~/components/phone-field/phone-field'
import { Alert } from '~/components/ui/alert'
import { Button } from '~/components/ui/button'
import { paths } from '~/config/paths'
import { recoveryText } from '~/locales/he/recovery'

type RecoveryFormProps = { error: string | undefined; onAsk: (phone: string) => Promise<void> }

/** Asks for the phone number of the account [2.9-01]. */
export function RecoveryForm({ error, onAsk }: RecoveryFormProps) {
  const [phone, setPhone] = useState('')
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    await onAsk(phone)
    setBusy(false)
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      {error && <Alert tone="error">{error}</Alert>}
      <PhoneField label={recoveryText.phoneLabel} value={phone} onChange={setPhone} required />
      <Button type="submit" look="learn" busy={busy}>
        {busy ? recoveryText.submitting : recoveryText.submit}
      </Button>
      <div className="flex flex-wrap gap-x-6 gap-y-1 border-t border-rule pt-5">
        <Link to={paths.login} className="py-1 font-semibold text-green underline underline-offset-4">
          {recoveryText.backToLogin}
        </Link>
        <Link to={paths.register} className="py-1 font-semibold text-green underline underline-offset-4">
          {recoveryText.register}
        </Link>
      </div>
    </form>
  )
}
