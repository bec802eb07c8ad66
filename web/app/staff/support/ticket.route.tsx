import { useParams } from 'react-router'
import { accountMeta } from '~/shared/pages/account-meta'
import { supportText } from './support.he'
import { TicketScreen } from './ticket-screen'

export const meta = accountMeta(supportText.title)

export default function Ticket() {
  const { ticketId = '' } = useParams()
  return <TicketScreen key={ticketId} ticketId={ticketId} />
}
