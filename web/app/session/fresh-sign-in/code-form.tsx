import { type FormEvent, type ReactNode, useState } from 'react'
import { MAIL_CODE_LENGTH } from '~/shared/config/constants'
import { toAppError } from '~/shared/errors/errors'
import { SubmitButton } from '~/shared/ui/submit-button'
import { TextField } from '~/shared/ui/text-field'
import { codeText } from './account.he'

type CodeFormProps = {
  label: string
  hint?: ReactNode
  /** Shown when the code is refused; every other failure has a text of its own. */
  wrong: string
  submit?: string
  /** Takes six digits. @throws AppError, INVALID_CREDENTIALS for a wrong code */
  onCode: (code: string) => Promise<void>
  /** Puts the focus into the field, where nothing else on the screen comes first. */
  autoFocus?: boolean
}

/** One field for six digits, which a phone may fill in by itself, and its button. */
export function CodeForm({ label, hint, wrong, submit = codeText.submit, onCode, autoFocus }: CodeFormProps) {
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function give(event: FormEvent) {
    event.preventDefault()
    if (code.length !== MAIL_CODE_LENGTH || busy) return
    setBusy(true)
    setFailure(undefined)
    try {
      await onCode(code)
    } catch (cause) {
      const error = toAppError(cause)
      setFailure(error.code === 'INVALID_CREDENTIALS' ? wrong : error.message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form noValidate onSubmit={(event) => void give(event)} className="grid gap-4">
      <TextField
        label={label}
        className="[&_input]:max-w-[220px] [&_input]:font-semibold [&_input]:text-xl [&_input]:tracking-[0.25em] [&_input]:tabular-nums"
        hint={hint}
        error={failure}
        type="text"
        dir="ltr"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus={autoFocus}
        maxLength={MAIL_CODE_LENGTH + 2}
        value={code}
        onChange={(event) => setCode(event.target.value.replace(/\D/g, '').slice(0, MAIL_CODE_LENGTH))}
      />
      <SubmitButton look="learn" className="justify-self-start" busy={busy} disabled={code.length !== MAIL_CODE_LENGTH}>
        {busy ? codeText.checking : submit}
      </SubmitButton>
    </form>
  )
}
