import { accountMeta } from '~/shared/pages/account-meta'
import { testFiguresText } from './tests.he'
import { TestsScreen } from './tests-screen'

export const meta = accountMeta(testFiguresText.title)

export default function AnalyticsTestsPage() {
  return <TestsScreen />
}
