import { useParams } from 'react-router'
import { accountMeta } from '~/shared/pages/account-meta'
import { TestQuestionsScreen } from './test-screen'
import { testFiguresText } from './tests.he'

export const meta = accountMeta(testFiguresText.title)

export default function AnalyticsTestPage() {
  const { quizId = '' } = useParams()
  return <TestQuestionsScreen key={quizId} quizId={quizId} />
}
