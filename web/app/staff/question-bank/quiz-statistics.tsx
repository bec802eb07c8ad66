import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { formatClock } from '~/shared/formats/clock'
import { plural } from '~/shared/formats/plural'
import { Bidi } from '~/shared/ui/bidi'
import { Loading } from '~/shared/ui/loading'
import { Failed } from '~/shared/ui/section'
import { bankText } from './question-bank.he'
import { quizStatisticsQuery } from './quiz-statistics.calls'
import { statisticsText as text } from './quiz-statistics.he'
import { byAttention, type ItemStatistics, itemVerdict } from './quiz-statistics.rules'

const CELL = 'border-rule border-b py-2 pe-4 text-start align-top'
const HEADS = ['question', 'answers', 'share', 'discrimination', 'time', 'sureWrong', 'verdict'] as const
const CLAIMS: Readonly<Record<string, string>> = text.claims
const percent = (share: number) => `${Math.round(100 * share)}%`

/** What first attempts at a test say of its questions, what needs attention most first. */
export function QuizStatistics({ id }: { id: string }) {
  const { data, isPending, isError, refetch } = useQuery(quizStatisticsQuery(id))
  return (
    <section aria-labelledby="statistics" className="border-ink border-t pt-4">
      <h2 id="statistics" className="text-lg">
        {text.title}
      </h2>
      <p className="mt-1 text-ink-2">{text.lead}</p>
      {isPending && <Loading />}
      {isError && <Failed text={text.failed} onRetry={() => void refetch()} />}
      {data?.students === 0 && <p className="mt-3">{text.none}</p>}
      {data && data.students > 0 && (
        <>
          <p className="mt-3 flex flex-wrap gap-x-6 gap-y-1">
            <strong className="font-semibold">{plural(data.students, text.students)}</strong>
            {data.passed !== null && (
              <span>
                {text.passed}: <bdi dir="ltr">{percent(data.passed)}</bdi>
              </span>
            )}
            {data.medianSeconds !== null && (
              <span>
                {text.median}: {plural(Math.max(1, Math.round(data.medianSeconds / 60)), text.minutes)}
              </span>
            )}
            {data.students < data.fewest && <span className="text-ink-2">{text.few(data.fewest)}</span>}
          </p>
          <section
            aria-label={text.table}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
            tabIndex={0}
            className="mt-3 overflow-x-auto"
          >
            <table className="w-full min-w-[740px] text-sm">
              <thead>
                <tr>
                  {HEADS.map((head) => (
                    <th key={head} scope="col" className={`${CELL} font-normal text-ink-2`}>
                      {text[head]}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {byAttention(data.items).map((item) => (
                  <Item key={item.id} item={item} />
                ))}
              </tbody>
            </table>
          </section>
          <p className="mt-3 max-w-[62ch] text-ink-2 text-sm">{text.discriminationHint}</p>
        </>
      )}
    </section>
  )
}

function Item({ item }: { item: ItemStatistics }) {
  const { kind, text: asked, answers, isAsked, figures } = item
  const verdict = itemVerdict(item)
  return (
    <tr>
      <th scope="row" className={`${CELL} min-w-56 font-normal`}>
        <span className="text-green-ink">{bankText.kinds[kind]}</span> <Bidi className="font-semibold">{asked}</Bidi>
        {!isAsked && <span className="block text-ink-2">{text.notAsked}</span>}
        {figures && figures.options.length > 0 && <Options figures={figures} />}
      </th>
      <td className={`${CELL} tabular-nums`}>{answers}</td>
      <td className={`${CELL} tabular-nums`}>
        {figures && (
          <>
            <bdi dir="ltr">{percent(figures.share)}</bdi>
            <Bar share={figures.share} />
          </>
        )}
      </td>
      <td className={`${CELL} tabular-nums`}>
        <bdi dir="ltr">{figures?.discrimination?.toFixed(2)}</bdi>
      </td>
      <td className={`${CELL} tabular-nums`}>
        {figures?.medianSeconds != null && <bdi dir="ltr">{formatClock(Math.round(figures.medianSeconds))}</bdi>}
      </td>
      <td className={`${CELL} tabular-nums`}>
        {figures && figures.sure > 0 && <bdi dir="ltr">{percent(figures.sureWrong / figures.sure)}</bdi>}
      </td>
      <td className={`${CELL} min-w-48 ${verdict === 'fine' || verdict === 'few' ? 'text-ink-2' : 'font-semibold'}`}>
        {text.verdicts[verdict]}
      </td>
    </tr>
  )
}

function Bar({ share }: { share: number }) {
  return (
    <span aria-hidden="true" className="mt-1 block h-1.5 w-20 rounded-sm bg-rule">
      <span className="block h-full rounded-sm bg-green" style={{ inlineSize: percent(share) }} />
    </span>
  )
}

function Options({ figures: { options, skipped } }: { figures: NonNullable<ItemStatistics['figures']> }) {
  return (
    <details className="mt-1">
      <summary className="min-h-6 cursor-pointer text-ink-2">{text.options}</summary>
      <dl className="mt-1 grid grid-cols-[minmax(0,1fr)_auto_auto] gap-x-4 gap-y-1">
        {options.map((option) => (
          <Fragment key={option.text}>
            <dt>
              <Bidi>{CLAIMS[option.text] ?? option.text}</Bidi>
              {option.isRight && <span className="text-green-ink"> ({text.right})</span>}
            </dt>
            <dd className="tabular-nums">
              {text.times} {option.times}
            </dd>
            <dd className="tabular-nums">
              {text.rest} <bdi dir="ltr">{percent(option.rest)}</bdi>
            </dd>
          </Fragment>
        ))}
      </dl>
      {skipped > 0 && <p className="mt-1 text-ink-2">{plural(skipped, text.skipped)}</p>}
    </details>
  )
}
