import { type ReactNode, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { AppCodeForm } from '~/session/fresh-sign-in/app-code-form'
import {
  type FreshProof,
  reauthenticationMethod,
  submitReauthentication,
} from '~/session/fresh-sign-in/fresh-sign-in.calls'
import { endSession, signOut } from '~/session/student/sign-out.calls'
import { STAFF_LOGIN } from '~/shared/config/staff'
import { Button } from '~/shared/ui/button'
import { MessagePage } from '~/shared/ui/message-page'
import { Spinner } from '~/shared/ui/spinner'
import { EntryFrame } from './entry-frame'
import { IdleWatch } from './idle-watch'
import { staffText as text } from './staff.he'
import type { StaffMember } from './staff.rules'
import { useStaff } from './use-staff'

type StaffGuardProps = {
  /** The pages of a member; `recheck` looks anew at what the member may do. */
  children: (member: StaffMember, recheck: () => void) => ReactNode
  /** How an authenticator app joins the account, for a role that opens only with one; then its codes are shown. */
  appSetup: (onJoined: () => void, onCodes: () => void) => ReactNode
}

/** Lets the staff in and tells everyone else why not ([2.12-21] to [2.12-23]); what a page asks for is `StaffDenied`'s. */
export function StaffGuard({ children, appSetup }: StaffGuardProps) {
  const state = useStaff()
  const { pathname, search } = useLocation()
  if (state.step === 'anonymous') return <ToLogin from={pathname + search} />
  if (state.step === 'member' && state.member.isActive && state.member.emailVerified)
    return (
      <>
        <IdleWatch />
        {children(state.member, state.recheck)}
      </>
    )
  return (
    <EntryFrame>
      <Outside state={state} appSetup={appSetup} />
    </EntryFrame>
  )
}

/** Goes to the sign-in of the staff once: handed another object, the router goes anew at every drawing. */
function ToLogin({ from }: { from: string }) {
  const [state] = useState({ from })
  return <Navigate to={STAFF_LOGIN} replace state={state} />
}

type OutsideProps = { state: ReturnType<typeof useStaff>; appSetup: StaffGuardProps['appSetup'] }

/** What stands before the staff area while somebody is not in, or not yet. */
function Outside({ state, appSetup }: OutsideProps) {
  switch (state.step) {
    case 'anonymous':
    case 'verifying':
      return <Waiting message={text.verifying} />
    case 'loading':
      return <Waiting message={text.loading} />
    case 'second-step':
      return <SecondStep onDone={state.again} />
    case 'app-missing':
      return <AppMissing appSetup={appSetup} onDone={state.again} />
    case 'failed':
      return (
        <MessagePage title={text.failedTitle}>
          <p>{text.failedLead}</p>
          <Button look="primary" className="justify-self-start" onClick={state.retry}>
            {text.retry}
          </Button>
        </MessagePage>
      )
    case 'member':
      return state.member.isActive ? (
        <Closed title={text.unverifiedTitle} lead={text.unverifiedLead} />
      ) : (
        <Closed title={text.disabledTitle} lead={text.disabledLead} />
      )
  }
}

/** A page whose only way on is to sign in anew. */
function Closed({ title, lead }: { title: string; lead: string }) {
  return (
    <MessagePage title={title}>
      <p role="alert">{lead}</p>
      <Button look="primary" className="justify-self-start" onClick={() => void endSession(STAFF_LOGIN)}>
        {text.backToLogin}
      </Button>
    </MessagePage>
  )
}

function AppMissing({ appSetup, onDone }: { appSetup: StaffGuardProps['appSetup']; onDone: () => void }) {
  const [joined, setJoined] = useState(false)
  return (
    <MessagePage title={joined ? text.appJoinedTitle : text.appTitle}>
      {!joined && <p>{text.appLead}</p>}
      {appSetup(onDone, () => setJoined(true))}
      {!joined && (
        <Button look="quiet" size="small" className="justify-self-start" onClick={() => void signOut()}>
          {text.signOut}
        </Button>
      )}
    </MessagePage>
  )
}

function SecondStep({ onDone }: { onDone: () => void }) {
  const enter = async (proof: FreshProof, code: string) => {
    await submitReauthentication(proof, code)
    onDone()
  }
  return (
    <MessagePage title={text.secondStepTitle}>
      <AppCodeForm
        label={text.secondStepLabel}
        hint={null}
        wrong={text.secondStepWrong}
        sendsItself
        onCode={async (code) => enter(await reauthenticationMethod(), code)}
        onRecoveryCode={(code) => enter({ kind: 'recovery' }, code)}
      />
    </MessagePage>
  )
}

export function Waiting({ message }: { message: string }) {
  return (
    <div className="grid min-h-[60vh] place-items-center px-4">
      <p role="status" className="flex items-center gap-3 text-ink-2">
        <Spinner /> {message}
      </p>
    </div>
  )
}
