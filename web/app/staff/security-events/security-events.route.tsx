import { accountMeta } from '~/shared/pages/account-meta'
import { securityEventsText } from './security-events.he'
import { SecurityEventsScreen } from './security-events-screen'

export const meta = accountMeta(securityEventsText.title)

export default function SecurityEvents() {
  return <SecurityEventsScreen />
}
