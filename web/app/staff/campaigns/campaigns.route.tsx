import { accountMeta } from '~/shared/pages/account-meta'
import { campaignsText } from './campaigns.he'
import { CampaignsScreen } from './campaigns-screen'

export const meta = accountMeta(campaignsText.title)

export default function Campaigns() {
  return <CampaignsScreen />
}
