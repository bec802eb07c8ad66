import { staffPaths } from '~/shared/config/staff-paths'
import { PageTabs } from '~/staff/shared/page-tabs'
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
  const tabs = TABS.filter(({ page }) => open.includes(page)).map(({ name, to }) => ({ to, title: text.tabs[name] }))
  return <PageTabs label={text.tabsName} tabs={tabs} />
}
