import { accountMeta } from '~/shared/pages/account-meta'
import { accessRequestsText } from './access-requests.he'
import { AccessRequestsScreen } from './access-requests-screen'

export const meta = accountMeta(accessRequestsText.title)

export default function AccessRequests() {
  return <AccessRequestsScreen />
}
