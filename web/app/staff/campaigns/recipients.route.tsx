import { accountMeta } from '~/shared/pages/account-meta'
import { recipientsText } from './recipients.he'
import { RecipientsScreen } from './recipients-screen'

export const meta = accountMeta(recipientsText.title)

export default function Recipients({ params }: { params: { id?: string } }) {
  return <RecipientsScreen key={params.id} campaignId={params.id ?? ''} />
}
