import { useSession } from '~/session/student/session-store'
import { accountMeta } from '~/shared/pages/account-meta'
import { ownTicketsText } from './own-tickets.he'
import { OwnTicketsScreen } from './own-tickets-screen'

export const meta = accountMeta(ownTicketsText.title)

export default function OwnTickets() {
  const session = useSession()
  return session.status === 'student' ? <OwnTicketsScreen userId={session.userId} /> : null
}
