import type { ReactNode } from 'react'
import { SavingsLedger } from './savings-ledger'

type SplitLayoutProps = { title: string; lead?: ReactNode; children: ReactNode }

/** Form on one side, a page of the ledger on the other; on narrow screens the form alone [2.5-01]. */
export function SplitLayout({ title, lead, children }: SplitLayoutProps) {
  return (
    <div className="wrap grid md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] md:gap-12">
      <section className="mx-auto w-full max-w-[480px] py-12 md:mx-0 md:py-[72px]">
        <h1 className="text-3xl">{title}</h1>
        {lead && <p className="mt-3 max-w-[62ch] text-ink-2">{lead}</p>}
        <div className="mt-8">{children}</div>
      </section>
      <aside className="hidden items-start justify-end border-s border-rule py-[72px] ps-12 md:flex">
        <SavingsLedger />
      </aside>
    </div>
  )
}
