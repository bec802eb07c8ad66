import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, type To } from 'react-router'
import { formatShortMoment } from '~/shared/formats/dates'
import { Loading } from '~/shared/ui/loading'
import { Failed } from '~/shared/ui/section'
import { analyticsText as text } from './analytics.he'
import { AnalyticsTabs } from './analytics-tabs'
import { RangeBar } from './range-bar'
import type { useRange } from './use-range'

type AnalyticsFrameProps<Data extends { countedAt: string | null }> = {
  title: string
  ranged: ReturnType<typeof useRange>
  query: UseQueryResult<Data>
  /** The way to the page above. */
  back?: { to: To; words: string }
  actions?: (data: Data) => ReactNode
  children: (data: Data) => ReactNode
}

/** A page of analytics: its part, its title, the days it tells of, and what it says while it loads or after a failure. */
export function AnalyticsFrame<Data extends { countedAt: string | null }>(props: AnalyticsFrameProps<Data>) {
  const { title, back, ranged, query, actions, children } = props
  const { data, isPending, isError, isPlaceholderData, refetch } = query
  return (
    <>
      <AnalyticsTabs />
      {back && (
        <p className="pt-4">
          <Link to={back.to} className="inline-flex min-h-11 items-center font-semibold">
            {back.words}
          </Link>
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pt-6 pb-2">
        <h1 className="text-2xl">{title}</h1>
        <p role="status" className="grow text-ink-2 text-sm">
          {data && (data.countedAt ? text.countedAt(formatShortMoment(data.countedAt)) : text.neverCounted)}
        </p>
        {data && !isPlaceholderData && actions?.(data)}
      </div>
      <RangeBar range={ranged.range} now={ranged.now} onShow={ranged.show} />
      {isPending && <Loading />}
      {isError && <Failed text={text.failed} onRetry={() => void refetch()} />}
      {data && !isError && <div aria-busy={isPlaceholderData || undefined}>{children(data)}</div>}
    </>
  )
}
