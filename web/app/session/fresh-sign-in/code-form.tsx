import type { ReactNode } from 'react'
import { toAppError } from '~/shared/errors/errors'
import { SubmitButton } from '~/shared/ui/submit-button'
import { TextField } from '~/shared/ui/text-field'
import { codeText } from './account.he'
import { useCodeField } from './use-code-field'

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
  /** Sends the code off with its sixth digit. */
  sendsItself?: boolean
}

/** One field for six digits and its button. */
export function CodeForm({ label, hint, wrong, submit = codeText.submit, onCode, ...rest }: CodeFormProps) {
  const { autoFocus, sendsItself } = rest
  const explain = (cause: unknown) => {
    const { code, message } = toAppError(cause)
    return code === 'INVALID_CREDENTIALS' ? wrong : message
  }
  const form = useCodeField({ onCode, explain, sendsItself })
  return (
    <form noValidate onSubmit={form.submit} className="grid gap-4">
      <TextField
        {...form.field}
        label={label}
        hint={hint}
        autoFocus={autoFocus}
        className="[&_input]:max-w-[220px] [&_input]:font-semibold [&_input]:text-xl [&_input]:tracking-[0.25em] [&_input]:tabular-nums"
      />
      <SubmitButton look="learn" className="justify-self-start" busy={form.busy} disabled={form.incomplete}>
        {form.busy ? codeText.checking : submit}
      </SubmitButton>
    </form>
  )
}
