import { accountMeta } from '~/shared/pages/account-meta'
import { settingsText } from './settings.he'
import { SettingsScreen } from './settings-screen'

export const meta = accountMeta(settingsText.title)

export default function Settings() {
  return <SettingsScreen />
}
