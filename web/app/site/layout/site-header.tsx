import { Link, NavLink } from 'react-router'
import { paths } from '~/shared/config/paths'
import { site } from '~/shared/config/site'
import { Logo } from '~/shared/ui/logo'
import { AccountActions } from './account-actions'
import { CoursesMenu } from './courses-menu'
import { layoutText as text } from './layout.he'
import { MobileMenuButton } from './mobile-menu-button'
import { PendingLine } from './pending-line'
import { useScrolled } from './use-scrolled'

/** The least important ones wait for wider screens; the footer has them all. */
const LINKS = [
  [text.news, paths.news, 'max-[940px]:hidden'],
  [text.about, paths.about, 'max-lg:hidden'],
  [text.contact, paths.contact, 'max-lg:hidden'],
] as const

/** The fixed header [2.2-01]; past 20 px of scrolling it shrinks and lets the page show through [2.2-02]. */
export function SiteHeader() {
  const scrolled = useScrolled()
  return (
    <header
      data-scrolled={scrolled}
      className="group/header fixed inset-x-0 top-0 z-40 border-rule border-b bg-paper transition-colors duration-200 data-[scrolled=true]:bg-paper/88 data-[scrolled=true]:backdrop-blur-md"
    >
      <div className="wrap flex h-16 items-center gap-5 lg:gap-8 transition-[height] duration-200 group-data-[scrolled=true]/header:h-14 md:h-18 md:group-data-[scrolled=true]/header:h-14">
        <Link to={paths.home} aria-label={site.name} className="rounded-control text-ink no-underline">
          <Logo />
        </Link>
        <nav aria-label={text.mainNavigation} className="hidden md:block">
          <ul className="flex items-center gap-7">
            <li>
              <CoursesMenu />
            </li>
            {LINKS.map(([label, to, room]) => (
              <li key={to} className={room}>
                <NavLink
                  to={to}
                  className="flex min-h-11 items-center font-semibold text-ink-2 no-underline hover:text-ink aria-[current=page]:text-ink aria-[current=page]:shadow-[0_2px_0_var(--color-green)]"
                >
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="ms-auto hidden md:block">
          <AccountActions />
        </div>
        <div className="ms-auto md:hidden">
          <MobileMenuButton />
        </div>
      </div>
      <PendingLine />
    </header>
  )
}
