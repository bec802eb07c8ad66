import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatShortMoment } from '~/shared/formats/dates'
import { Bidi } from '~/shared/ui/bidi'
import { Loading } from '~/shared/ui/loading'
import { Failed } from '~/shared/ui/section'
import { recordViewsText as text } from './my-data.he'
import { fetchViewedPages } from './record-views.calls'

/** Which courses and lessons were opened in a viewing, for whoever wants to know. */
export function ViewedPages({ viewId }: { viewId: number }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className="w-full" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="text-link inline-flex min-h-11 cursor-pointer items-center text-sm">{text.pages}</summary>
      {isOpen && <Pages viewId={viewId} />}
    </details>
  )
}

function Pages({ viewId }: { viewId: number }) {
  const { data, isError, refetch } = useQuery({
    queryKey: ['viewed-pages', viewId],
    queryFn: () => fetchViewedPages(viewId),
  })
  if (isError) return <Failed text={text.pagesFailed} onRetry={() => void refetch()} />
  if (!data) return <Loading className="justify-start py-3" />
  if (data.length === 0) return <p className="pb-2 text-ink-2 text-sm">{text.noPages}</p>
  return (
    <ul aria-label={text.pages} className="grid gap-1 pb-2 text-sm">
      {data.map(({ kind, title, openedAt }) => (
        <li key={`${kind} ${openedAt}`} className="flex flex-wrap justify-between gap-x-6">
          <span>
            <span className="text-ink-2">{text.pageKinds[kind]}:</span> <Bidi>{title}</Bidi>
          </span>
          <time dateTime={openedAt} className="text-ink-2">
            {formatShortMoment(openedAt)}
          </time>
        </li>
      ))}
    </ul>
  )
}
