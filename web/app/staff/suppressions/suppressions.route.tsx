import { accountMeta } from '~/shared/pages/account-meta'
import { suppressionsText } from './suppressions.he'
import { SuppressionsScreen } from './suppressions-screen'

export const meta = accountMeta(suppressionsText.title)

export default function Suppressions() {
  return <SuppressionsScreen />
}
