import { useEffect, useRef, useState } from 'react'
import { useCountdown } from '~/shared/browser/use-countdown'
import { MAIL_REPEAT_DELAY } from '~/shared/config/constants'
import { type AppError, toAppError } from '~/shared/errors/errors'
import { Alert } from '~/shared/ui/alert'
import { Button } from '~/shared/ui/button'
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '~/shared/ui/dialog'
import { Loading } from '~/shared/ui/loading'
import { RepeatButton } from '~/shared/ui/repeat-button'
import { codeText, freshSignInText } from './account.he'
import { AppCodeForm } from './app-code-form'
import { CodeForm } from './code-form'
import { type FreshProof, mailFreshCode, reauthenticationMethod, submitReauthentication } from './fresh-sign-in.calls'

type FreshSignInDialogProps = { onDone: () => void; onCancel: () => void }

/** Asks the person at the screen for a code that only the owner of the account can have. */
export function FreshSignInDialog({ onDone, onCancel }: FreshSignInDialogProps) {
  const [proof, setProof] = useState<FreshProof>()
  const [failure, setFailure] = useState<AppError>()
  const [mailed, setMailed] = useState(false)
  const [secondsLeft, wait] = useCountdown(0)
  const asked = useRef(false)

  async function begin() {
    setFailure(undefined)
    try {
      const found = await reauthenticationMethod()
      setProof(found)
      if (found.kind === 'mail') await mail(found.email)
    } catch (cause) {
      setFailure(toAppError(cause))
    }
  }

  /** A code that was mailed a moment ago still works: then there is nothing to report but the time to wait. */
  async function mail(email: string) {
    setFailure(undefined)
    try {
      await mailFreshCode(email)
      wait(MAIL_REPEAT_DELAY / 1000)
    } catch (cause) {
      const error = toAppError(cause)
      if (!error.retryAfterSeconds) return setFailure(error)
      wait(error.retryAfterSeconds)
    }
    setMailed(true)
  }

  async function give(shown: FreshProof, code: string) {
    await submitReauthentication(shown, code)
    onDone()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once, when it opens
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    void begin()
  }, [])

  return (
    <Dialog open onOpenChange={(open) => !open && onCancel()}>
      <DialogContent>
        <DialogTitle className="pe-12 text-2xl">{freshSignInText.title}</DialogTitle>
        <DialogDescription className="mt-3 text-ink-2">{freshSignInText.lead}</DialogDescription>
        <div className="mt-5 grid gap-4">
          {failure && (
            <Alert tone="error">
              {proof?.kind === 'mail' && `${freshSignInText.mailFailed} `}
              {failure.message}
            </Alert>
          )}
          {/* As high as the form that follows, so that nothing moves under a finger. */}
          {!proof && !failure && <Loading className="min-h-84 sm:min-h-72" />}
          {proof?.kind === 'mail' && !failure && (
            <p>
              {mailed ? freshSignInText.mailSent : freshSignInText.mailSending}{' '}
              <bdi dir="ltr" className="font-bold break-all">
                {proof.email}
              </bdi>
            </p>
          )}
          {proof?.kind === 'mail' && (
            <CodeForm
              label={codeText.mailLabel}
              hint={freshSignInText.mailHint}
              wrong={codeText.mailWrong}
              autoFocus
              sendsItself
              onCode={(code) => give(proof, code)}
            />
          )}
          {proof?.kind === 'app' && (
            <AppCodeForm
              sendsItself
              onCode={(code) => give(proof, code)}
              onRecoveryCode={(code) => give({ kind: 'recovery' }, code)}
            />
          )}
          {(proof || failure) && (
            <div className="flex flex-wrap gap-2 border-t border-rule pt-4">
              {proof?.kind === 'mail' && (
                <RepeatButton
                  secondsLeft={secondsLeft}
                  label={codeText.resend}
                  onClick={() => void mail(proof.email)}
                />
              )}
              {!proof && failure && (
                <Button look="secondary" size="small" onClick={() => void begin()}>
                  {freshSignInText.retry}
                </Button>
              )}
              <Button look="quiet" size="small" onClick={onCancel}>
                {freshSignInText.cancel}
              </Button>
            </div>
          )}
        </div>
      </DialogContent>
    </Dialog>
  )
}
