import { useParams } from 'react-router'
import { useSession } from '~/session/student/session-store'
import { isUuid } from '~/shared/formats/uuid'
import { accountMeta } from '~/shared/pages/account-meta'
import { StateMessage } from '~/shared/ui/state-message'
import { OwnTicketScreen } from './own-ticket-screen'
import { ownTicketsText as text } from './own-tickets.he'

export const meta = accountMeta(text.title)

export default function OwnTicket() {
  const { ticketId = '' } = useParams()
  const session = useSession()
  if (session.status !== 'student') return null
  if (!isUuid(ticketId)) return <StateMessage title={text.notFound} body={text.notFoundLead} className="py-16" />
  return <OwnTicketScreen key={ticketId} userId={session.userId} ticketId={ticketId} />
}
