import { clsx } from 'clsx'

/** A quiet shape where something will stand; hidden from screen readers, which hear the loading text instead. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={clsx('block animate-shimmer rounded-md bg-rule', className)} />
}
