import { clsx } from 'clsx'
import { NavLink, useLocation } from 'react-router'
import { staffPaths } from '~/shared/config/staff-paths'
import { analyticsText as text } from './analytics.he'

const TABS = [
  { name: 'overview', to: staffPaths.analytics },
  { name: 'courses', to: staffPaths.analyticsCourses },
  { name: 'tests', to: staffPaths.analyticsTests },
  { name: 'work', to: staffPaths.analyticsWork },
] as const

/** The parts of analytics; going from one to another keeps the range of days. */
export function AnalyticsTabs() {
  const { search } = useLocation()
  const params = new URLSearchParams(search)
  const kept = new URLSearchParams([...params].filter(([name]) => name === 'from' || name === 'to')).toString()
  return (
    <nav
      aria-label={text.tabsName}
      className="-mx-4 flex overflow-x-auto border-rule-2 border-b px-4 pt-3 md:mx-0 md:px-0"
    >
      {TABS.map(({ name, to }) => (
        <NavLink
          key={name}
          to={{ pathname: to, search: kept }}
          end={name === 'overview'}
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
