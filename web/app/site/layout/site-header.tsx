import { Link, NavLink } from 'react-router'
import { paths } from '~/shared/config/paths'
import { useSite } from '~/shared/pages/site-of'
import { Logo } from '~/shared/ui/logo'
import { AccountActions } from './account-actions'
import { CoursesMenu } from './courses-menu'
import { layoutText as text } from './layout.he'
import { MobileMenuButton } from './mobile-menu-button'
import { navLinkClass } from './nav-link-class'
import { PendingLine } from './pending-line'
import { PlainMenu } from './plain-menu'
import { useScrolled } from './use-scrolled'

const LINKS = [
  [text.news, paths.news],
  [text.about, paths.about],
  [text.contact, paths.contact],
] as const

/**
 * The fixed header [2.2-01]; past 20 px of scrolling it shrinks and lets the page show through [2.2-02]. Where one line
 * has no room for everything, the navigation has a line of its own.
 */
export function SiteHeader() {
  const scrolled = useScrolled()
  return (
    <header
      data-scrolled={scrolled}
      className="group/header fixed inset-x-0 top-0 z-40 border-rule border-b bg-paper transition-colors duration-200 data-[scrolled=true]:bg-paper/88 data-[scrolled=true]:backdrop-blur-md"
    >
      <div className="wrap flex flex-wrap items-center gap-x-8">
        <div className="flex h-16 items-center transition-[height] duration-200 group-data-[scrolled=true]/header:h-14 md:h-18 md:group-data-[scrolled=true]/header:h-14">
          <Link to={paths.home} aria-label={useSite().name} className="rounded-control text-ink no-underline">
            <Logo />
          </Link>
        </div>
        <nav
          aria-label={text.mainNavigation}
          className="hidden max-lg:order-last max-lg:basis-full max-lg:border-rule max-lg:border-t md:block"
        >
          <ul className="flex items-center gap-7">
            <li>
              <CoursesMenu />
            </li>
            {LINKS.map(([label, to]) => (
              <li key={to}>
                <NavLink to={to} className={navLinkClass}>
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="ms-auto hidden md:block">
          <AccountActions />
        </div>
        <div className="needs-scripts ms-auto md:hidden">
          <MobileMenuButton />
        </div>
        <noscript className="ms-auto md:ms-0">{import.meta.env.SSR && <PlainMenu />}</noscript>
      </div>
      <PendingLine />
    </header>
  )
}
