import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatShortMoment } from '~/shared/formats/dates'
import { Bidi } from '~/shared/ui/bidi'
import { Pager } from '~/shared/ui/pager'
import { Failed } from '~/shared/ui/section'
import { LoadingRows } from './loading-rows'
import { recordViewsText as text } from './my-data.he'
import { fetchRecordViews, type RecordView } from './record-views.calls'
import { ViewedPages } from './viewed-pages'

const PAGE_SIZE = 8

/** Who of the staff looked at the student's record, and when. */
export function RecordViews({ userId }: { userId: string }) {
  const [page, setPage] = useState(0)
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: ['record-views', userId, page],
    queryFn: () => fetchRecordViews(userId, page, PAGE_SIZE),
    placeholderData: keepPreviousData,
  })
  if (isPending) return <LoadingRows count={1} />
  if (isError) return <Failed text={text.failed} onRetry={() => void refetch()} />
  if (data.total === 0)
    return (
      <div className="border-rule border-b py-4">
        <p>{text.empty}</p>
        <p className="text-ink-2 text-sm">{text.lead}</p>
      </div>
    )
  return (
    <>
      <p className="pt-3 text-ink-2 text-sm">{text.lead}</p>
      <ul>
        {data.lines.map((view) => (
          <Line key={view.id} view={view} />
        ))}
      </ul>
      <Pager label={text.title} page={page} pageSize={PAGE_SIZE} total={data.total} onPage={setPage} />
    </>
  )
}

function Line({ view: { id, firstName, role, what, occurredAt } }: { view: RecordView }) {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 border-rule border-b py-3">
      <p>
        <Bidi className="font-semibold">{firstName || text.someone}</Bidi>
        <span className="text-ink-2">
          {' '}
          · {text.roles[role] ?? text.otherRole} · {text.what[what] ?? what}
        </span>
      </p>
      <time dateTime={occurredAt} className="text-ink-2 text-sm">
        {formatShortMoment(occurredAt)}
      </time>
      {what === 'viewing' && <ViewedPages viewId={id} />}
    </li>
  )
}
