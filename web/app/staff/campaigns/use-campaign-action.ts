import { useQueryClient } from '@tanstack/react-query'
import { putNewer } from '~/shared/client/put-newer'
import { toast } from '~/shared/ui/toast'
import { campaignQuery } from './campaigns.calls'
import type { Campaign } from './campaigns.rules'

/** Does something with a campaign: the page shows how it stands afterwards, and says so. What it throws is thrown on. */
export function useCampaignAction(id: string) {
  const client = useQueryClient()
  return async (act: () => Promise<Campaign>, message: string): Promise<void> => {
    try {
      putNewer(client, campaignQuery(id).queryKey, await act())
      void toast.success(message)
    } finally {
      void client.invalidateQueries({ queryKey: ['staff', 'campaigns'] })
    }
  }
}
