import { accountMeta } from '~/shared/pages/account-meta'
import { decidedRequestsText } from './access-requests.he'
import { DecidedRequestsScreen } from './decided-requests-screen'

export const meta = accountMeta(decidedRequestsText.title)

export default function DecidedRequests() {
  return <DecidedRequestsScreen />
}
