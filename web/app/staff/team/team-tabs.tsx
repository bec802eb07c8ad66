import { clsx } from 'clsx'
import { NavLink } from 'react-router'
import { staffPaths } from '~/shared/config/staff-paths'
import { openPages } from '~/staff/shared/staff-pages.rules'
import { useMember } from '~/staff/shared/use-member'
import { teamText as text } from './team.he'

const TABS = [
  { name: 'users', to: staffPaths.users, page: 'users' },
  { name: 'invitations', to: staffPaths.invitations, page: 'users' },
  { name: 'roles', to: staffPaths.roles, page: 'roles' },
] as const

/** The parts of the team that this member may open. */
export function TeamTabs() {
  const open = openPages(useMember().role).map(({ name }) => name)
  return (
    <nav
      aria-label={text.tabsName}
      className="-mx-4 flex overflow-x-auto border-rule-2 border-b px-4 pt-3 md:mx-0 md:px-0"
    >
      {TABS.filter(({ page }) => open.includes(page)).map(({ name, to }) => (
        <NavLink
          key={name}
          to={to}
          end
          className={({ isActive }) =>
            clsx(
              '-outline-offset-3 inline-flex min-h-11 items-center whitespace-nowrap px-3 no-underline',
              isActive ? 'border-green border-b-3 font-semibold text-ink' : 'text-ink-2 hover:text-ink',
            )
          }
        >
          {text.tabs[name]}
        </NavLink>
      ))}
    </nav>
  )
}
