import { clsx } from 'clsx'
import { common } from './common.he'
import { Spinner } from './spinner'

/** What stands where a part is still on its way [1-04]. */
export function Loading({ className }: { className?: string }) {
  return (
    <p role="status" className={clsx('flex items-center justify-center gap-3 py-12 text-ink-2', className)}>
      <Spinner />
      {common.loading}
    </p>
  )
}
