import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useCanOpenPage } from './use-may'

type PageLinkProps = { to: string; className?: string; children: ReactNode }

/** A name that leads to another staff page; the name alone where that page stays closed to the member. */
export function PageLink({ to, className, children }: PageLinkProps) {
  if (!useCanOpenPage()(to)) return children
  return (
    <Link to={to} className={className}>
      {children}
    </Link>
  )
}
