import { data } from 'react-router'
import { Queries } from '~/shared/client/queries'
import { paths } from '~/shared/config/paths'
import { pageMeta } from '~/shared/pages/meta'
import { RetryMessage } from '~/shared/ui/retry-message'
import type { Route } from './+types/quiz.route'
import { fetchQuizPage } from './quiz.calls'
import { quizText as text } from './quiz.he'
import { QuizScreen } from './quiz-screen'

/** What a test is about is public; what became of it is the person's own matter. */
export async function loader({ context, params: { courseId, quizId } }: Route.LoaderArgs) {
  const { siteUrl } = context
  const quiz = await fetchQuizPage(context.supabase, courseId, quizId).catch(() => undefined)
  if (quiz === null) throw data(null, { status: 404 })
  return data({ quiz, siteUrl }, { status: quiz ? 200 : 503 })
}

export const meta: Route.MetaFunction = ({ loaderData, params, matches }) => {
  const quiz = loaderData?.quiz
  return pageMeta({
    title: quiz ? `${text.kicker}: ${quiz.title}` : text.kicker,
    description: quiz ? quiz.intro || text.meta(quiz.title, quiz.courseTitle) : text.kicker,
    path: paths.quiz(params.courseId, params.quizId),
    siteUrl: loaderData?.siteUrl ?? 'http://localhost',
    matches,
  })
}

/** The page of a test: what to expect, what one has done, and the way on. */
export default function QuizRoute({ loaderData: { quiz } }: Route.ComponentProps) {
  if (!quiz)
    return (
      <div className="wrap pt-14">
        <RetryMessage title={text.failed} />
      </div>
    )
  return (
    <Queries>
      <QuizScreen quiz={quiz} />
    </Queries>
  )
}
