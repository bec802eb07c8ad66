import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { lazyPart } from '~/shared/browser/lazy-part'
import { Alert } from '~/shared/ui/alert'
import { needsScripts } from './form-pictures.he'

const SavingsLedger = lazyPart(() => import('./savings-ledger').then(({ SavingsLedger }) => SavingsLedger))
const EarlyStart = lazyPart(() => import('./early-start').then(({ EarlyStart }) => EarlyStart))

type SplitLayoutProps = {
  title: string
  lead?: ReactNode
  /** What is drawn beside the form: money that grows, or what an early start is worth. */
  picture?: 'growth' | 'start'
  children: ReactNode
}

/**
 * Form on one side, a page of the ledger on the other; on narrow screens the form alone [2.5-01]. When the form
 * gives way to its answer, the focus and the window move to the new title.
 */
export function SplitLayout({ title, lead, picture = 'growth', children }: SplitLayoutProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(title)
  useEffect(() => {
    if (shown.current === title) return
    shown.current = title
    heading.current?.focus()
  }, [title])
  return (
    <div className="wrap grid md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] md:gap-12">
      <section className="mx-auto w-full max-w-[480px] py-12 md:mx-0 md:py-[72px]">
        <h1 ref={heading} tabIndex={-1} className="scroll-mt-24 text-3xl outline-none">
          {title}
        </h1>
        {lead && <p className="mt-3 max-w-[62ch] text-ink-2">{lead}</p>}
        <noscript>
          {import.meta.env.SSR && (
            <Alert tone="attention" className="mt-6">
              {needsScripts}
            </Alert>
          )}
        </noscript>
        <div className="mt-8">{children}</div>
      </section>
      <aside className="my-[72px] hidden items-start self-start justify-end border-s border-rule ps-12 md:flex">
        <Suspense>{picture === 'growth' ? <SavingsLedger /> : <EarlyStart />}</Suspense>
      </aside>
    </div>
  )
}
