import { clsx } from 'clsx'
import { Link } from 'react-router'
import type { Attempt } from '~/quizzes/attempt/attempt.rules'
import { paths } from '~/shared/config/paths'
import { resultText as text } from './result.he'
import { countsOf } from './result.rules'

/** The figure of an attempt, whether it passed, and what it is made of. */
export function ScoreCard({ attempt }: { attempt: Attempt }) {
  const { percent, passed, passPercent, questions, endedBy, purpose } = attempt
  const counts = countsOf(questions)
  return (
    <section aria-labelledby="score" className="rounded-card border border-rule bg-card px-6 py-[22px]">
      <h2 id="score" className="font-normal font-sans text-base text-ink-2">
        {text.yours}
      </h2>
      <p className="font-bold text-4xl leading-tight">
        <bdi dir="ltr">{percent}%</bdi>
      </p>
      {purpose === 'pretest' ? (
        <p className="text-ink-2">{text.pretest}</p>
      ) : (
        <p className={clsx('font-semibold', passed ? 'text-green-ink' : 'text-saffron-ink')}>
          {passed ? text.passed(passPercent) : text.failed(passPercent)}
        </p>
      )}
      {endedBy === 'deadline' && <p className="mt-2 text-ink-2 text-sm">{text.byDeadline}</p>}
      {counts && (
        <dl className="mt-4 grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5 border-rule border-t pt-3">
          <Line name={text.right} value={text.of(counts.right, questions.length)} />
          <Line name={text.sureRight} value={counts.sureRight} />
          <Line name={text.sureWrong} value={counts.sureWrong} isWrong={counts.sureWrong > 0} />
          <Line name={text.toPractise} value={counts.toPractise} />
        </dl>
      )}
      {counts && counts.toPractise > 0 && (
        <p className="mt-3 border-rule border-t pt-3 text-ink-2 text-sm">
          {text.comesBack}{' '}
          <Link to={paths.review} className="text-link">
            {text.toReview}
          </Link>
        </p>
      )}
    </section>
  )
}

function Line({ name, value, isWrong = false }: { name: string; value: string | number; isWrong?: boolean }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className={clsx('font-semibold', isWrong && 'text-red')}>{value}</dd>
    </>
  )
}
