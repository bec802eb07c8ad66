import { accountMeta } from '~/shared/pages/account-meta'
import { rolesText } from './roles.he'
import { RolesScreen } from './roles-screen'

export const meta = accountMeta(rolesText.title)

export default function RolesPage() {
  return <RolesScreen />
}
