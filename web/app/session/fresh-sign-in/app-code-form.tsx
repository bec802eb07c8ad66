import { type ReactNode, useState } from 'react'
import { Button } from '~/shared/ui/button'
import { codeText } from './account.he'
import { CodeForm } from './code-form'
import { RecoveryCodeForm } from './recovery-code-form'

type AppCodeFormProps = {
  label?: string
  hint?: ReactNode
  wrong?: string
  submit?: string
  sendsItself?: boolean
  /** Takes the six digits of the app. @throws AppError, INVALID_CREDENTIALS for a wrong code */
  onCode: (code: string) => Promise<void>
  /** Takes a recovery code instead, for who has not got the phone. @throws AppError as `onCode` */
  onRecoveryCode: (code: string) => Promise<void>
}

/** Asks for the code of the authenticator app, or for one of the codes that stand for it. */
export function AppCodeForm({ onRecoveryCode, ...app }: AppCodeFormProps) {
  const { label = codeText.appLabel, hint = codeText.appHint, wrong = codeText.appWrong } = app
  const { submit = codeText.submit, sendsItself = false, onCode } = app
  const [withoutPhone, setWithoutPhone] = useState(false)
  return (
    <div>
      {withoutPhone ? (
        <RecoveryCodeForm submit={submit} onCode={onRecoveryCode} />
      ) : (
        <CodeForm {...{ label, hint, wrong, submit, sendsItself, onCode }} autoFocus />
      )}
      <Button look="quiet" size="small" className="mt-3" onClick={() => setWithoutPhone(!withoutPhone)}>
        {withoutPhone ? codeText.withPhone : codeText.withoutPhone}
      </Button>
    </div>
  )
}
