import type { ReactNode } from 'react'
import { Alert } from './alert'
import { Button } from './button'
import { common } from './common.he'
import { Skeleton } from './skeleton'

type SectionProps = { id: string; title: string; action?: ReactNode; children: ReactNode }

/** A part of the dashboard under its heading and a line of ink. */
export function Section({ id, title, action, children }: SectionProps) {
  return (
    <section aria-labelledby={id} className="mt-12">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-1 border-b border-ink pb-3">
        <h2 id={id} className="text-2xl">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  )
}

/** Lines of the list that is coming, of the same height. */
export function LoadingLines({ count }: { count: number }) {
  return (
    <div>
      <p role="status" className="sr-only">
        {common.loading}
      </p>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike and never move
        <div key={index} className="flex min-h-[104px] items-center gap-4 border-b border-rule py-4">
          <Skeleton className="h-[72px] w-[108px] shrink-0" />
          <div className="grid grow gap-2">
            <Skeleton className="h-5 w-3/5" />
            <Skeleton className="h-4 w-2/5" />
          </div>
        </div>
      ))}
    </div>
  )
}

/** What failed and the way to try again. */
export function Failed({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div className="grid gap-4 py-6">
      <Alert tone="error">{text}</Alert>
      <Button look="secondary" size="small" className="justify-self-start" onClick={onRetry}>
        {common.retry}
      </Button>
    </div>
  )
}

/** An empty list, with a way on. */
export function Empty({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-4 border-b border-rule py-6">
      <p className="max-w-[52ch] text-ink-2">{text}</p>
      {children}
    </div>
  )
}
