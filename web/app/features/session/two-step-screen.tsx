import { Link, Navigate, useLocation } from 'react-router'
import { refreshSession } from '~/api/auth'
import { CodeForm } from '~/components/code-form'
import { MessagePage } from '~/components/message-page'
import { Button } from '~/components/ui/button'
import { Spinner } from '~/components/ui/spinner'
import { paths } from '~/config/paths'
import { toErrorCode } from '~/lib/errors'
import { freshProof, giveFreshProof } from '~/lib/fresh-sign-in'
import { useSession } from '~/lib/session'
import { endSession } from '~/lib/sign-out'
import { codeText } from '~/locales/he/account'
import { challengeText } from '~/locales/he/security'
import { guardText } from '~/locales/he/session'
import { useReturnPath } from './use-signed-in-redirect'

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
      <CodeForm
        label={codeText.appLabel}
        hint={codeText.appHint}
        wrong={codeText.appWrong}
        submit={challengeText.submit}
        autoFocus
        onCode={enter}
      />
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

/** Gives the code. An account whose app was taken off meanwhile lets in without one: a new token says so. */
async function enter(code: string): Promise<void> {
  try {
    await giveFreshProof(await freshProof(), code)
  } catch (cause) {
    if (toErrorCode(cause) === 'UNKNOWN_ERROR') await refreshSession()
    throw cause
  }
}
