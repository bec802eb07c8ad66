import type { ReactNode } from 'react'
import { Bidi } from '~/shared/ui/bidi'
import { Button } from '~/shared/ui/button'
import { ProgressBar } from '~/shared/ui/progress-bar'
import { selectionText as text } from './selection.he'
import type { BulkResult } from './use-bulk'

/** How many of those who were refused are named. */
const NAMED = 50

type BulkProgressProps = { label: string; done: number; total: number; stopping: boolean; onStop: () => void }

/** How far a bulk action has come, and the way to stop it. */
export function BulkProgress({ label, done, total, stopping, onStop }: BulkProgressProps) {
  return (
    <section aria-label={label} className="mt-3 rounded-card border border-rule-2 bg-card p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status">
          <span className="font-semibold">{label}</span>{' '}
          {stopping ? text.stopping : text.progress(done.toLocaleString(), total.toLocaleString())}
        </p>
        <Button look="secondary" size="small" disabled={stopping} onClick={onStop}>
          {text.stop}
        </Button>
      </div>
      <ProgressBar percent={(done / Math.max(1, total)) * 100} label={label} className="mt-3" />
    </section>
  )
}

type BulkReportProps = {
  result: BulkResult
  /** What was done, in words; null when nothing was. */
  doneWords: string | null
  refusedWords: string
  whyRefused: (code: string) => string
  onAgain: () => void
  onClose: () => void
  /** The way back. */
  children?: ReactNode
}

/** What a bulk action came to: how many, who was refused and why, and the ways on. */
export function BulkReport({
  result,
  doneWords,
  refusedWords,
  whyRefused,
  onAgain,
  onClose,
  children,
}: BulkReportProps) {
  const { refused } = result
  return (
    <section aria-label={text.report} className="mt-3 rounded-card border border-rule-2 bg-card p-4">
      <div role="status">
        {doneWords && <p className="font-semibold">{doneWords}</p>}
        {refused.length > 0 && <p className="font-semibold text-red">{refusedWords}</p>}
      </div>
      {refused.length > 0 && (
        <ul className="mt-2 max-h-60 overflow-y-auto">
          {refused.slice(0, NAMED).map(({ id, name, code }) => (
            <li key={id} className="flex flex-wrap justify-between gap-x-4 border-rule border-b py-1.5">
              <Bidi>{name || text.nameless}</Bidi>
              <span className="text-ink-2">{whyRefused(code)}</span>
            </li>
          ))}
          {refused.length > NAMED && <li className="py-1.5 text-ink-2">{text.more(refused.length - NAMED)}</li>}
        </ul>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {refused.length > 0 && (
          <Button look="secondary" size="small" onClick={onAgain}>
            {text.again}
          </Button>
        )}
        {children}
        <Button look="quiet" size="small" onClick={onClose}>
          {text.close}
        </Button>
      </div>
    </section>
  )
}
