import { Link, Navigate, useLocation } from 'react-router'
import { AppCodeForm } from '~/session/fresh-sign-in/app-code-form'
import { reauthenticationMethod, submitReauthentication } from '~/session/fresh-sign-in/fresh-sign-in.calls'
import { refreshSession } from '~/session/sign-in/auth.calls'
import { guardText } from '~/session/student/session.he'
import { useSession } from '~/session/student/session-store'
import { endSession } from '~/session/student/sign-out.calls'
import { useReturnPath } from '~/session/student/use-signed-in-redirect'
import { paths } from '~/shared/config/paths'
import { toErrorCode } from '~/shared/errors/errors'
import { Button } from '~/shared/ui/button'
import { MessagePage } from '~/shared/ui/message-page'
import { Spinner } from '~/shared/ui/spinner'
import { toast } from '~/shared/ui/toast'
import { challengeText } from './security.he'

/** Asks for the code of the authenticator app before the account opens, wherever a sign-in ended [3-07]. */
export function TwoStepScreen() {
  const session = useSession()
  const returnPath = useReturnPath()
  const { state } = useLocation()
  if (session.status === 'student') return <Navigate to={returnPath} replace />
  if (session.status === 'unknown') {
    return (
      <MessagePage title={challengeText.title} busy>
        <p role="status" className="flex items-center gap-3 text-ink-2">
          <Spinner /> {guardText.verifyingIdentity}
        </p>
      </MessagePage>
    )
  }
  if (!session.secondStep) return <Navigate to={paths.login} replace state={state} />
  return <Challenge email={session.secondStep.email} />
}

function Challenge({ email }: { email: string }) {
  return (
    <MessagePage title={challengeText.title}>
      <p>
        {challengeText.lead}{' '}
        <bdi dir="ltr" className="font-bold break-all">
          {email}
        </bdi>
      </p>
      <AppCodeForm submit={challengeText.submit} sendsItself onCode={enter} onRecoveryCode={enterWithoutPhone} />
      <div className="border-t border-rule pt-4">
        <h2 className="text-lg font-bold">{challengeText.lostTitle}</h2>
        <p className="mt-1 text-ink-2">{challengeText.lost}</p>
        <div className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-2">
          <Link to={paths.contact} className="py-2 font-semibold text-green underline underline-offset-4">
            {challengeText.contact}
          </Link>
          <Button look="quiet" size="small" onClick={() => void endSession(paths.login)}>
            {challengeText.leave}
          </Button>
        </div>
      </div>
    </MessagePage>
  )
}

/** Gives a code that stands for the app, and says where a lost app is replaced. */
async function enterWithoutPhone(code: string): Promise<void> {
  await submitReauthentication({ kind: 'recovery' }, code)
  void toast.info(challengeText.enteredWithoutPhone)
}

/** Gives the code. An account whose app was taken off meanwhile lets in without one: a new token says so. */
async function enter(code: string): Promise<void> {
  try {
    await submitReauthentication(await reauthenticationMethod(), code)
  } catch (cause) {
    if (toErrorCode(cause) === 'UNKNOWN_ERROR') await refreshSession()
    throw cause
  }
}
