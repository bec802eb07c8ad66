import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { staffPaths } from '~/shared/config/staff-paths'
import { formatShortMoment } from '~/shared/formats/dates'
import { Bidi } from '~/shared/ui/bidi'
import { Loading } from '~/shared/ui/loading'
import { Failed } from '~/shared/ui/section'
import { StateMessage } from '~/shared/ui/state-message'
import { analyticsText } from './analytics.he'
import { AnalyticsTabs } from './analytics-tabs'
import { FigureGrid, FigurePart } from './figure-grid'
import { percentLabel, roundedCountLabel } from './rounded-counts'
import { type TestQuestions, testQuestionsQuery } from './tests.calls'
import { testFiguresText as text } from './tests.he'

/** How the questions of a test did, the hardest first. */
export function TestQuestionsScreen({ quizId }: { quizId: string }) {
  const { data, isPending, isError, refetch } = useQuery(testQuestionsQuery(quizId))
  return (
    <>
      <AnalyticsTabs />
      {isPending && <Loading />}
      {isError && <Failed text={analyticsText.failed} onRetry={() => void refetch()} />}
      {data === null && <StateMessage title={text.missing} body="" className="py-10" />}
      {data && <Questions test={data} />}
    </>
  )
}

function Questions({ test: { title, courseTitle, countedAt, students, questions } }: { test: TestQuestions }) {
  return (
    <>
      <p className="pt-4">
        <Link to={staffPaths.analyticsTests} className="inline-flex min-h-11 items-center font-semibold">
          {text.allTests}
        </Link>
      </p>
      <h1 className="text-2xl">{title}</h1>
      <p className="text-ink-2 text-sm">
        <Bidi>{courseTitle}</Bidi> · {text.students}: {roundedCountLabel(students)}
        {countedAt && ` · ${text.countedWhen(formatShortMoment(countedAt))}`}
      </p>
      <FigurePart title={text.questions} lead={text.questionsLead}>
        {questions.length === 0 && <p className="py-3 text-ink-2">{text.tooFew}</p>}
        {questions.length > 0 && (
          <FigureGrid
            label={text.questions}
            columns={[text.question, text.answers, text.share, text.discrimination]}
            rows={questions.map(({ id, text: words, answers, share, discrimination }) => ({
              id,
              cells: [
                <Bidi key="words" className="block min-w-56 max-w-[60ch]">
                  {words}
                </Bidi>,
                roundedCountLabel(answers),
                percentLabel(share),
                <bdi key="tells" dir="ltr">
                  {discrimination ?? '–'}
                </bdi>,
              ],
            }))}
          />
        )}
      </FigurePart>
    </>
  )
}
