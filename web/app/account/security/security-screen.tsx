import { useQuery } from '@tanstack/react-query'
import { type StudentProfile, useSession } from '~/session/student/session-store'
import { signOut } from '~/session/student/sign-out.calls'
import { TokenClaimsError } from '~/session/tokens/token-claims'
import { securityText } from '~/session/two-step/security.he'
import { TwoStepSection } from '~/session/two-step/two-step-section'
import { toAppError } from '~/shared/errors/errors'
import { Alert } from '~/shared/ui/alert'
import { Button } from '~/shared/ui/button'
import { Spinner } from '~/shared/ui/spinner'
import { EmailSection } from './email-section'
import { checkOwnToken } from './own-sessions.calls'
import { SessionList } from './session-list'
import { SignInList } from './sign-in-list'

type SecurityScreenProps = {
  /** Loads the profile anew, after the address has changed. */
  onEmailChanged: (userId: string) => Promise<void>
}

/** One's own address, the second step and the places where one is signed in. Nothing of it shows before this browser's own token has passed the check [5-23]. */
export function SecurityScreen({ onEmailChanged }: SecurityScreenProps) {
  const session = useSession()
  if (session.status !== 'student' || !session.profile) return null
  return (
    <div className="pt-8">
      <h1 className="text-3xl">{securityText.title}</h1>
      <p className="mt-3 text-ink-2">{securityText.lead}</p>
      <Checked profile={session.profile} onEmailChanged={() => onEmailChanged(session.userId)} />
    </div>
  )
}

function Checked({ profile, onEmailChanged }: { profile: StudentProfile; onEmailChanged: () => Promise<void> }) {
  const { isPending, error, isFetching, refetch } = useQuery({
    queryKey: ['own-token', profile.id],
    queryFn: checkOwnToken,
    retry: false,
  })
  if (isPending) {
    return (
      <p role="status" className="mt-12 flex items-center gap-3 text-ink-2">
        <Spinner /> {securityText.checking}
      </p>
    )
  }
  if (error) return <Refused error={error} busy={isFetching} onRetry={() => void refetch()} />
  return (
    <>
      <EmailSection profile={profile} onChanged={onEmailChanged} />
      <TwoStepSection userId={profile.id} />
      <SessionList userId={profile.id} />
      <SignInList userId={profile.id} />
    </>
  )
}

function Refused({ error, busy, onRetry }: { error: Error; busy: boolean; onRetry: () => void }) {
  const refused = error instanceof TokenClaimsError
  return (
    <section className="mt-10 grid gap-4 border-t border-ink pt-6" aria-labelledby="refused">
      <h2 id="refused" className="text-2xl">
        {securityText.tokenTitle}
      </h2>
      <Alert tone="error">
        {refused ? securityText.tokenLead : `${securityText.keysFailed} ${toAppError(error).message}`}
      </Alert>
      {refused && (
        <p className="text-sm text-ink-2">
          {securityText.tokenReason} <bdi dir="ltr">{error.reason}</bdi>
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button look="learn" busy={busy} onClick={onRetry}>
          {securityText.retry}
        </Button>
        <Button look="secondary" onClick={() => void signOut()}>
          {securityText.signInAgain}
        </Button>
      </div>
    </section>
  )
}
