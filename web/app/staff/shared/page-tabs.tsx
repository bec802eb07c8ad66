import { clsx } from 'clsx'
import { NavLink, type To } from 'react-router'

type PageTabsProps = { label: string; tabs: readonly { to: To; title: string; end?: boolean }[] }

/** Links between the pages of one subject, the present one marked. */
export function PageTabs({ label, tabs }: PageTabsProps) {
  return (
    <nav aria-label={label} className="-mx-4 flex overflow-x-auto border-rule-2 border-b px-4 pt-3 md:mx-0 md:px-0">
      {tabs.map(({ to, title, end = true }) => (
        <NavLink
          key={title}
          to={to}
          end={end}
          className={({ isActive }) =>
            clsx(
              '-outline-offset-3 inline-flex min-h-11 items-center whitespace-nowrap px-3 no-underline',
              isActive ? 'border-green border-b-3 font-semibold text-ink' : 'text-ink-2 hover:text-ink',
            )
          }
        >
          {title}
        </NavLink>
      ))}
    </nav>
  )
}
