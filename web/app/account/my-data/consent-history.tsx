import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatShortMoment } from '~/shared/formats/dates'
import { Pager } from '~/shared/ui/pager'
import { Failed } from '~/shared/ui/section'
import { historyKey } from './consent-keys'
import { LoadingRows } from './loading-rows'
import { type ConsentLine, fetchConsentHistory } from './my-consents.calls'
import { consentsText as text } from './my-data.he'

const PAGE_SIZE = 8

/** The student's lines in the ledger of consents, newest first. */
export function ConsentHistory({ userId }: { userId: string }) {
  const [page, setPage] = useState(0)
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: [...historyKey(userId), page],
    queryFn: () => fetchConsentHistory(userId, page, PAGE_SIZE),
    placeholderData: keepPreviousData,
  })
  if (isPending) return <LoadingRows count={3} />
  if (isError) return <Failed text={text.historyFailed} onRetry={() => void refetch()} />
  if (data.total === 0) return <p className="py-4 text-ink-2">{text.historyEmpty}</p>
  return (
    <>
      <p className="pt-3 text-ink-2 text-sm">{text.historyLead}</p>
      <table className="mt-2 w-full border-collapse text-start text-sm">
        <thead>
          <tr className="border-rule-2 border-b text-ink-2">
            {Object.values(text.columns).map((column) => (
              <th key={column} scope="col" className="py-2 pe-3 text-start font-semibold last:pe-0">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.lines.map((line) => (
            <Line key={line.id} line={line} />
          ))}
        </tbody>
      </table>
      <Pager label={text.historyTitle} page={page} pageSize={PAGE_SIZE} total={data.total} onPage={setPage} />
    </>
  )
}

function Line({ line: { purpose, granted, occurredAt, version } }: { line: ConsentLine }) {
  return (
    <tr className="border-rule border-b align-baseline">
      <td className="py-2.5 pe-3">
        <time dateTime={occurredAt}>{formatShortMoment(occurredAt)}</time>
      </td>
      <td className="py-2.5 pe-3">{text.purposes[purpose]}</td>
      <td className={granted ? 'py-2.5 pe-3 text-green-ink' : 'py-2.5 pe-3'}>
        {granted ? text.granted : text.withdrawn}
      </td>
      <td className="py-2.5">{version ?? text.none}</td>
    </tr>
  )
}
