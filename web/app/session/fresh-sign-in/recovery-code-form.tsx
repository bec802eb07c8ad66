import { type FormEvent, useRef, useState } from 'react'
import { toAppError } from '~/shared/errors/errors'
import { SubmitButton } from '~/shared/ui/submit-button'
import { TextField } from '~/shared/ui/text-field'
import { codeText } from './account.he'

type RecoveryCodeFormProps = {
  submit: string
  /** Takes a code as it was typed. @throws AppError, INVALID_CREDENTIALS for one that is wrong or was used */
  onCode: (code: string) => Promise<void>
}

/** One field for a recovery code: 16 letters and digits, with or without the hyphens between them. */
export function RecoveryCodeForm({ submit, onCode }: RecoveryCodeFormProps) {
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const field = useRef<HTMLInputElement>(null)

  async function give(event: FormEvent) {
    event.preventDefault()
    if (busy || !code.trim()) return
    setBusy(true)
    setFailure(undefined)
    try {
      await onCode(code)
    } catch (cause) {
      const error = toAppError(cause)
      setFailure(error.code === 'INVALID_CREDENTIALS' ? codeText.recoveryWrong : error.message)
      field.current?.select()
    }
    setBusy(false)
  }

  return (
    <form noValidate onSubmit={(event) => void give(event)} className="grid gap-4">
      <TextField
        ref={field}
        label={codeText.recoveryLabel}
        hint={codeText.recoveryHint}
        error={failure}
        dir="ltr"
        autoFocus
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={32}
        value={code}
        onChange={({ target }) => setCode(target.value)}
        className="[&_input]:max-w-[320px] [&_input]:font-semibold [&_input]:uppercase [&_input]:tracking-[0.08em]"
      />
      <SubmitButton look="learn" className="justify-self-start" busy={busy} disabled={!code.trim()}>
        {busy ? codeText.checking : submit}
      </SubmitButton>
    </form>
  )
}
