import { accountMeta } from '~/shared/pages/account-meta'
import { teamText } from './team.he'
import { TeamScreen } from './team-screen'

export const meta = accountMeta(teamText.title)

export default function TeamPage() {
  return <TeamScreen />
}
