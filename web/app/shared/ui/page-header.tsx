import type { ReactNode } from 'react'

type PageHeaderProps = { title: string; intro?: string | undefined; mark?: ReactNode; children?: ReactNode }

/** Head of a page: its name, a sentence about it, and what belongs right under them. */
export function PageHeader({ title, intro, mark, children }: PageHeaderProps) {
  return (
    <div className="pt-10 pb-8 md:pt-14">
      {mark}
      <h1 className="text-3xl md:text-4xl">{title}</h1>
      {intro && <p className="mt-3 max-w-[58ch] text-ink-2 text-lg">{intro}</p>}
      {children}
    </div>
  )
}
