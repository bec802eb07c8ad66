import type { UseQueryResult } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Loading } from '~/shared/ui/loading'
import { Failed } from '~/shared/ui/section'
import type { Explanation } from './explain.calls'
import { explainText as text } from './explain.he'

const RULES = Object.keys(text.rules) as (keyof Explanation)[]

type ExplainedRulesProps = { asked: UseQueryResult<Explanation>; yes: string; no: string }

/** The answer in one line, and below it each rule that was asked with whether it holds. */
export function ExplainedRules({ asked: { data, isPending, isError, refetch }, yes, no }: ExplainedRulesProps) {
  if (isPending) return <Loading />
  if (isError) return <Failed text={text.failed} onRetry={() => void refetch()} />
  // What fails is the answer, so it comes first.
  const rules = RULES.filter((rule) => data[rule] !== undefined).toSorted((a, b) => Number(data[a]) - Number(data[b]))
  const open = rules.every((rule) => data[rule])
  return (
    <>
      <p role="status" className={clsx('mt-5 font-bold', open ? 'text-green-ink' : 'text-red')}>
        {open ? yes : no}
      </p>
      <ul className="mt-2 border-ink border-t">
        {rules.map((rule) => (
          <li key={rule} className="flex justify-between gap-4 border-rule border-b py-2.5">
            <span>{text.rules[rule]}</span>
            <span className={clsx('shrink-0', data[rule] ? 'text-ink-2' : 'font-bold text-red')}>
              {data[rule] ? text.holds : text.fails}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
