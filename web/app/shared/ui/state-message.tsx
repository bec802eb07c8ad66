import { clsx } from 'clsx'
import type { ReactNode } from 'react'

type StateMessageProps = { title: string; body: string; alert?: boolean; children?: ReactNode; className?: string }

/** What a list says when it is empty or did not come: what happened, and the way on as its children. */
export function StateMessage({ title, body, alert = false, children, className }: StateMessageProps) {
  return (
    <div role={alert ? 'alert' : undefined} className={clsx('border-ink border-t py-12 md:py-16', className)}>
      <h2 className="text-2xl">{title}</h2>
      <p className="mt-3 max-w-[52ch] text-ink-2">{body}</p>
      {children && <div className="mt-6 flex flex-wrap gap-3">{children}</div>}
    </div>
  )
}
