import { Link, Outlet } from 'react-router'
import { paths } from '~/shared/config/paths'
import { Logo } from '~/shared/ui/logo'

/** The frame of the staff area: none of the site's menus, no counting of visits. */
export default function StaffLayout() {
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
        <Outlet />
      </main>
    </>
  )
}
