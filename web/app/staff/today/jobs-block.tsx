import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { formatShortMoment } from '~/shared/formats/dates'
import { Bidi } from '~/shared/ui/bidi'
import { healthQuery, type JobLine } from './today.calls'
import { todayText as text } from './today.he'
import { TodayBlock } from './today-block'

/** What the server does by itself: when it did it, how that went, when it comes next; failed ones first. */
export function JobsBlock() {
  return (
    <TodayBlock title={text.jobs} failed={text.healthFailed} query={useQuery(healthQuery())} lines={6}>
      {({ report }) => {
        if (!report) return <p className="py-3 text-ink-2">{text.jobsUnknown}</p>
        const jobs = report.jobs.toSorted((a, b) => Number(b.failure !== null) - Number(a.failure !== null))
        return (
          <table className="w-full text-sm">
            <thead className="text-ink-2">
              <tr>
                {[text.job, text.lastRun, text.nextRun].map((title) => (
                  <th key={title} scope="col" className="border-rule border-b py-2 pe-3 text-start font-normal">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {jobs.map((job) => (
                <Job key={job.name} {...job} />
              ))}
            </tbody>
          </table>
        )
      }}
    </TodayBlock>
  )
}

function Job({ name, ranAt, failure, nextAt }: JobLine) {
  return (
    <tr className="border-rule border-b align-top">
      <th scope="row" className="py-2.5 pe-3 text-start font-normal">
        <Bidi>{text.jobNames[name] ?? name}</Bidi>
        {failure && (
          <span className="block text-ink-2 text-xs [overflow-wrap:anywhere]">
            <bdi dir="ltr">{failure}</bdi>
          </span>
        )}
      </th>
      <td className="py-2.5 pe-3">
        {ranAt ? (
          <>
            <span
              aria-hidden="true"
              className={clsx('me-2 inline-block size-2 rounded-full', failure ? 'bg-red' : 'bg-green')}
            />
            {failure ? text.jobFailed : text.jobWell}
            <span className="block text-ink-2 text-xs tabular-nums">{formatShortMoment(ranAt)}</span>
          </>
        ) : (
          <span className="text-ink-2">{text.notRun}</span>
        )}
      </td>
      <td className="py-2.5 text-ink-2 text-xs tabular-nums">{nextAt && formatShortMoment(nextAt)}</td>
    </tr>
  )
}
