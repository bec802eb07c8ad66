import { clsx } from 'clsx'
import { NavLink } from 'react-router'
import { accountText } from '~/session/fresh-sign-in/account.he'
import { paths } from '~/shared/config/paths'

/** The pages of one's own account, in their order. */
const ENTRIES: readonly { to: string; label: string }[] = [
  { to: paths.profile, label: accountText.details },
  { to: paths.profileSecurity, label: accountText.security },
  { to: paths.profilePrivacy, label: accountText.privacy },
]

/** Leads between the pages of one's own account; the present one is underlined. */
export function ProfileNav() {
  return (
    <nav aria-label={accountText.navigation} className="border-b border-rule">
      <ul className="flex flex-wrap gap-x-6">
        {ENTRIES.map(({ to, label }) => (
          <li key={to}>
            <NavLink
              to={to}
              end
              className={({ isActive }) =>
                clsx(
                  '-mb-px inline-flex min-h-11 items-center border-b-2 font-semibold',
                  isActive ? 'border-green text-ink' : 'border-transparent text-ink-2 hover:text-ink',
                )
              }
            >
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
