import type { ReactNode } from 'react'
import { Link, Navigate } from 'react-router'
import { CodeForm } from '~/session/fresh-sign-in/code-form'
import { freshProof, giveFreshProof } from '~/session/fresh-sign-in/fresh-sign-in.calls'
import { endSession, signOut } from '~/session/student/sign-out.calls'
import { paths } from '~/shared/config/paths'
import { STAFF_LOGIN } from '~/shared/config/staff'
import { Button, buttonClass } from '~/shared/ui/button'
import { MessagePage } from '~/shared/ui/message-page'
import { Spinner } from '~/shared/ui/spinner'
import { staffText as text } from './staff.he'
import { type StaffDemand, type StaffMember, staffDenial } from './staff.rules'
import { useStaff } from './use-staff'

type StaffGuardProps = StaffDemand & {
  children: (member: StaffMember) => ReactNode
  /** How an authenticator app joins the account, for a role that opens only with one. */
  appSetup: (onJoined: () => void) => ReactNode
}

/** Lets the staff in and tells everyone else why not ([2.12-21] to [2.12-26]). */
export function StaffGuard({ children, appSetup, ...demand }: StaffGuardProps) {
  const state = useStaff()
  switch (state.step) {
    case 'verifying':
      return <Waiting says={text.verifying} />
    case 'loading':
      return <Waiting says={text.loading} />
    case 'anonymous':
      return <Navigate to={STAFF_LOGIN} replace />
    case 'second-step':
      return <SecondStep onDone={state.again} />
    case 'app-missing':
      return (
        <MessagePage title={text.appTitle}>
          <p>{text.appLead}</p>
          {appSetup(state.again)}
          <Button look="quiet" size="small" className="justify-self-start" onClick={() => void signOut()}>
            {text.signOut}
          </Button>
        </MessagePage>
      )
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
      return <Admission member={state.member} demand={demand} content={children} />
  }
}

type AdmissionProps = { member: StaffMember; demand: StaffDemand; content: StaffGuardProps['children'] }

function Admission({ member, demand, content }: AdmissionProps) {
  if (!member.isActive) return <Closed title={text.disabledTitle} lead={text.disabledLead} />
  if (!member.emailVerified) return <Closed title={text.unverifiedTitle} lead={text.unverifiedLead} />
  const denial = staffDenial(member.role, demand)
  if (!denial) return content(member)
  const { title, lead } = text.denied[denial.reason]
  return (
    <MessagePage title={title}>
      <p role="alert">
        {lead}{' '}
        <bdi dir="ltr" className="font-bold">
          {denial.name}
        </bdi>
      </p>
      <Link to={paths.admin} className={`${buttonClass('secondary')} justify-self-start`}>
        {text.back}
      </Link>
    </MessagePage>
  )
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

function SecondStep({ onDone }: { onDone: () => void }) {
  const enter = async (code: string) => {
    await giveFreshProof(await freshProof(), code)
    onDone()
  }
  return (
    <MessagePage title={text.secondStepTitle}>
      <CodeForm label={text.secondStepLabel} wrong={text.secondStepWrong} autoFocus sendsItself onCode={enter} />
    </MessagePage>
  )
}

export function Waiting({ says }: { says: string }) {
  return (
    <div className="grid min-h-[60vh] place-items-center px-4">
      <p role="status" className="flex items-center gap-3 text-ink-2">
        <Spinner /> {says}
      </p>
    </div>
  )
}
