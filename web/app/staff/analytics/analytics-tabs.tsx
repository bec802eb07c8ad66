import { useLocation } from 'react-router'
import { staffPaths } from '~/shared/config/staff-paths'
import { PageTabs } from '~/staff/shared/page-tabs'
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
  const range = new URLSearchParams([...params].filter(([name]) => name === 'from' || name === 'to')).toString()
  const tabs = TABS.map(({ name, to }) => ({
    to: { pathname: to, search: range },
    title: text.tabs[name],
    end: name === 'overview',
  }))
  return <PageTabs label={text.tabsName} tabs={tabs} />
}
