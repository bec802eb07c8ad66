import { accountMeta } from '~/shared/pages/account-meta'
import { operationsText } from './operations.he'
import { OperationsScreen } from './operations-screen'

export const meta = accountMeta(operationsText.title)

export default function OperationsPage() {
  return <OperationsScreen />
}
