import { clsx } from 'clsx'

type ProgressBarProps = { percent: number; label: string; className?: string }

/** How far something has come, 0 to 100. */
export function ProgressBar({ percent, label, className }: ProgressBarProps) {
  const value = Math.min(100, Math.max(0, Math.round(percent)))
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={100}
      className={clsx('h-1.5 overflow-hidden rounded-full bg-rule', className)}
    >
      <div className="h-full rounded-full bg-green" style={{ inlineSize: `${value}%` }} />
    </div>
  )
}
