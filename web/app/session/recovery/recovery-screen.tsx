import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import { useMailDelivery } from '~/session/mail-help/mail-delivery.calls'
import { MailHelp } from '~/session/mail-help/mail-help'
import { SplitLayout } from '~/session/sign-in/split-layout'
import { RECOVERY_REDIRECT_DELAY } from '~/shared/config/constants'
import { paths } from '~/shared/config/paths'
import { Alert } from '~/shared/ui/alert'
import { Button, buttonClass } from '~/shared/ui/button'
import { Spinner } from '~/shared/ui/spinner'
import { recoveryText } from './recovery.he'
import { RecoveryForm } from './recovery-form'
import { type RecoveryStep, useAccountRecovery } from './use-account-recovery'

/** Getting back into an account by its phone number (2.9). */
export function RecoveryScreen() {
  const { state, ask, startOver } = useAccountRecovery()
  return (
    <SplitLayout title={titleOf(state)} lead={leadOf(state)}>
      <Body state={state} ask={ask} startOver={startOver} />
    </SplitLayout>
  )
}

function titleOf({ step }: RecoveryStep): string {
  if (step === 'email-sent') return recoveryText.sentTitle
  return step === 'verified' ? recoveryText.verifiedTitle : recoveryText.title
}

function leadOf({ step }: RecoveryStep): string | undefined {
  if (step === 'phone-input') return recoveryText.lead
  if (step === 'confirm') return recoveryText.confirmLead
  return step === 'verified' ? recoveryText.verifiedLead : undefined
}

type BodyProps = { state: RecoveryStep; ask: (phone: string) => Promise<void>; startOver: () => void }

function Body({ state, ask, startOver }: BodyProps) {
  switch (state.step) {
    case 'phone-input':
      return <RecoveryForm error={state.error} onAsk={ask} />
    case 'email-sent':
      return <EmailSent {...state} onAnother={startOver} />
    case 'confirm':
      return (
        <div className="grid gap-6">
          {state.account && (
            <p>
              {recoveryText.confirmAccount}{' '}
              <bdi dir="ltr" className="font-bold wrap-anywhere">
                {state.account}
              </bdi>
            </p>
          )}
          <Button look="learn" className="w-full" onClick={state.proceed}>
            {recoveryText.confirmButton}
          </Button>
        </div>
      )
    case 'verifying':
      return (
        <p role="status" className="flex items-center gap-3 text-ink-2">
          <Spinner /> {recoveryText.verifying}
        </p>
      )
    case 'verified':
      return <Verified email={state.email} />
  }
}

type EmailSentProps = Extract<RecoveryStep, { step: 'email-sent' }> & { onAnother: () => void }

function EmailSent({ maskedEmail, mailKey, askAgain, onAnother }: EmailSentProps) {
  return (
    <div className="grid gap-5">
      <Alert tone="success">
        {recoveryText.sentBefore}{' '}
        <bdi dir="ltr" className="font-bold">
          {maskedEmail}
        </bdi>
        .
      </Alert>
      <MailHelp
        address={maskedEmail}
        purpose="recovery"
        delivery={useMailDelivery(mailKey)}
        onResend={askAgain}
        onChange={{ text: recoveryText.anotherPhone, act: onAnother }}
      >
        <p>
          {recoveryText.validity}. {recoveryText.spam}
        </p>
      </MailHelp>
      <Link to={paths.login} className={buttonClass('quiet')}>
        {recoveryText.backToLogin}
      </Link>
    </div>
  )
}

function Verified({ email }: { email: string }) {
  const navigate = useNavigate()
  const state = { email, message: recoveryText.loginMessage }
  useEffect(() => {
    const arrival = { email, message: recoveryText.loginMessage }
    const timer = setTimeout(() => void navigate(paths.login, { state: arrival }), RECOVERY_REDIRECT_DELAY)
    return () => clearTimeout(timer)
  }, [email, navigate])
  return (
    <div className="grid gap-5">
      <Alert tone="success">
        <bdi dir="ltr" className="font-bold wrap-anywhere">
          {email}
        </bdi>
      </Alert>
      <Link to={paths.login} state={state} className={buttonClass('learn')}>
        {recoveryText.loginNow}
      </Link>
    </div>
  )
}
