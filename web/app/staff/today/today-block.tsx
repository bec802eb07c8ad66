import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { Failed } from '~/shared/ui/section'
import { Skeleton } from '~/shared/ui/skeleton'

type TodayBlockProps<Data> = {
  title: string
  failed: string
  query: UseQueryResult<Data>
  /** How many lines it will probably have, so that nothing jumps when they come. */
  lines: number
  /** What can be chosen of it, beside the title. */
  choice?: ReactNode
  children: (data: Data) => ReactNode
}

/** One part of the first page; it loads and fails by itself. */
export function TodayBlock<Data>({ title, failed, query, lines, choice, children }: TodayBlockProps<Data>) {
  const id = useId()
  const { data, isError, refetch } = query
  return (
    <section aria-labelledby={id} aria-busy={query.isPending || undefined} className="min-w-0">
      <div className="flex flex-wrap items-end justify-between gap-x-4 border-ink border-b">
        <h2 id={id} className="py-2 font-semibold text-lg">
          {title}
        </h2>
        {choice}
      </div>
      {data === undefined && !isError && <Lines count={lines} />}
      {data === undefined && isError && <Failed text={failed} onRetry={() => void refetch()} />}
      {data !== undefined && children(data)}
    </section>
  )
}

function Lines({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike and never move
    <div key={index} className="flex h-[42px] items-center border-rule border-b">
      <Skeleton className="h-4 w-3/5" />
    </div>
  ))
}
