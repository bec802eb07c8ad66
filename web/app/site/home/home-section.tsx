import type { ReactNode } from 'react'
import { Link } from 'react-router'

type HomeSectionProps = { title: string; more?: { to: string; label: string }; children: ReactNode }

/** A ruled part of the home page, with the way to all of its kind. */
export function HomeSection({ title, more, children }: HomeSectionProps) {
  return (
    <section aria-label={title} className="wrap">
      <div className="border-rule border-t py-12 lg:py-18">
        <div className="mb-7 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
          <h2 className="text-2xl lg:text-3xl">{title}</h2>
          {more && (
            <Link to={more.to} className="text-link">
              {more.label}
            </Link>
          )}
        </div>
        {children}
      </div>
    </section>
  )
}
