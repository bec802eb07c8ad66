import { accountMeta } from '~/shared/pages/account-meta'
import { supportText } from './support.he'
import { TicketsScreen } from './tickets-screen'

export const meta = accountMeta(supportText.title)

export default function Tickets() {
  return <TicketsScreen />
}
