import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { currentSession } from '~/session/sign-in/auth.calls'
import { paths } from '~/shared/config/paths'
import { fetchStaffMember } from './staff.calls'

/** Whoever is signed in as an active member of the staff already has no business at the doors [2.12-19]. */
export function useStaffRedirect(): void {
  const navigate = useNavigate()
  useEffect(() => {
    let here = true
    isMember().then(
      (member) => here && member && navigate(paths.admin, { replace: true }),
      () => undefined,
    )
    return () => {
      here = false
    }
  }, [navigate])
}

async function isMember(): Promise<boolean> {
  const session = await currentSession()
  return session !== null && (await fetchStaffMember(session.user.id))?.isActive === true
}
