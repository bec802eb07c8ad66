import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Bidi } from './bidi'

type Tone = 'error' | 'success' | 'attention' | 'info'

const TONES: Record<Tone, string> = {
  error: 'border-red bg-red-wash text-red',
  success: 'border-green bg-green-wash text-green-ink',
  attention: 'border-saffron bg-saffron-wash text-ink',
  info: 'border-rule-2 bg-blue-wash text-ink',
}

type AlertProps = { tone: Tone; children: ReactNode; className?: string; id?: string | undefined }

/** A message that a screen reader speaks as soon as it appears; errors interrupt, the rest waits. */
export function Alert({ tone, children, className, id }: AlertProps) {
  return (
    <Bidi
      as="div"
      id={id}
      role={tone === 'error' ? 'alert' : 'status'}
      className={clsx('rounded-control border-s-4 px-4 py-3', TONES[tone], className)}
    >
      {children}
    </Bidi>
  )
}
