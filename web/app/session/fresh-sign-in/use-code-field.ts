import { type FormEvent, useRef, useState } from 'react'
import { MAIL_CODE_LENGTH } from '~/shared/config/constants'
import { readTypedCode } from './typed-code.rules'

type CodeFieldOptions = {
  /** Takes six digits; throws what `explain` words. */
  onCode: (code: string) => Promise<void>
  explain: (cause: unknown) => string
  /** Sends the code off with its sixth digit: where entering is all that can be wanted. */
  sendsItself?: boolean | undefined
}

/**
 * A field for six digits, which a phone may fill in by itself. After a refusal the focus is in the field with the code
 * selected, so that the next one is typed over it.
 */
export function useCodeField({ onCode, explain, sendsItself = false }: CodeFieldOptions) {
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const ref = useRef<HTMLInputElement>(null)

  async function give(digits: string): Promise<void> {
    if (digits.length !== MAIL_CODE_LENGTH || busy) return
    setBusy(true)
    setFailure(undefined)
    try {
      await onCode(digits)
      // Where entering is all that was wanted, the screen is on its way elsewhere.
      if (!sendsItself) setBusy(false)
    } catch (cause) {
      setFailure(explain(cause))
      setBusy(false)
      ref.current?.select()
    }
  }

  function change(typed: string): void {
    const digits = readTypedCode(typed, code)
    setCode(digits)
    if (sendsItself && digits !== code) void give(digits)
  }

  return {
    busy,
    incomplete: code.length !== MAIL_CODE_LENGTH,
    submit: (event: FormEvent) => {
      event.preventDefault()
      void give(code)
    },
    field: {
      ref,
      error: failure,
      type: 'text',
      dir: 'ltr',
      inputMode: 'numeric',
      autoComplete: 'one-time-code',
      value: code,
      onChange: (event: { target: { value: string } }) => change(event.target.value),
    },
  } as const
}
