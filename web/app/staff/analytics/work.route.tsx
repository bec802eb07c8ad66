import { accountMeta } from '~/shared/pages/account-meta'
import { workText } from './work.he'
import { WorkScreen } from './work-screen'

export const meta = accountMeta(workText.title)

export default function AnalyticsWorkPage() {
  return <WorkScreen />
}
