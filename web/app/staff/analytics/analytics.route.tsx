import { accountMeta } from '~/shared/pages/account-meta'
import { analyticsText } from './analytics.he'
import { OverviewScreen } from './overview-screen'

export const meta = accountMeta(analyticsText.title)

export default function AnalyticsPage() {
  return <OverviewScreen />
}
