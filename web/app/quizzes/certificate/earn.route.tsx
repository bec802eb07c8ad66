import { useSession } from '~/session/student/session-store'
import { accountMeta } from '~/shared/pages/account-meta'
import type { Route } from './+types/earn.route'
import { earnText } from './certificate.he'
import { EarnScreen } from './earn-screen'

export const meta = accountMeta(earnText.title)

/** The person's way to the certificate of a course. */
export default function EarnRoute({ params: { courseId } }: Route.ComponentProps) {
  const session = useSession()
  return session.status === 'student' ? <EarnScreen userId={session.userId} courseId={courseId} /> : null
}
