import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '~/shared/config/paths'
import { Logo } from '~/shared/ui/logo'

/** The frame around the doors of the staff area: the way to the site, none of its menus, no counting of visits. */
export function EntryFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <header className="border-rule border-b bg-card">
        <div className="wrap flex min-h-16 items-center">
          <Link to={paths.home}>
            <Logo />
          </Link>
        </div>
      </header>
      <main id="content" tabIndex={-1} className="outline-none">
        {children}
      </main>
    </>
  )
}
