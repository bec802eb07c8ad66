import { clsx } from 'clsx'
import type { ReactNode } from 'react'

type Tone = 'green' | 'saffron' | 'plain'

const TONES: Record<Tone, string> = {
  green: 'bg-green-wash text-green-ink',
  saffron: 'bg-saffron-wash text-saffron-ink',
  plain: 'bg-card text-ink',
}

type BadgeProps = { tone?: Tone; className?: string; children: ReactNode }

/** One or two words about the thing it lies on. */
export function Badge({ tone = 'plain', className, children }: BadgeProps) {
  return (
    <span
      className={clsx(
        'inline-flex items-center rounded-md border border-transparent px-2.5 py-0.5 text-xs font-semibold',
        TONES[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}
