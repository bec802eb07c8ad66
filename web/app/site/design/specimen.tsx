import type { ReactNode } from 'react'

/** A named group of examples on the design page. */
export function Specimen({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="border-rule border-t py-8">
      <h2 className="mb-5 text-xl">{title}</h2>
      <div className="flex flex-wrap items-start gap-4">{children}</div>
    </section>
  )
}
