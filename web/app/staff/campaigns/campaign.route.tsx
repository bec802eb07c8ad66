import { accountMeta } from '~/shared/pages/account-meta'
import { CampaignScreen } from './campaign-screen'
import { campaignsText } from './campaigns.he'

export const meta = accountMeta(campaignsText.title)

export default function CampaignPage({ params }: { params: { id?: string } }) {
  return <CampaignScreen key={params.id} id={params.id ?? ''} />
}
