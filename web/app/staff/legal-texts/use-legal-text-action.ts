import { useQueryClient } from '@tanstack/react-query'
import { putNewer } from '~/shared/client/put-newer'
import { toast } from '~/shared/ui/toast'
import { legalTextQuery } from './legal-texts.calls'
import type { LegalRecord } from './legal-texts.rules'

/** Does something with a text: the page shows how it stands afterwards, and says so. What it throws is thrown on. */
export function useLegalTextAction(slug: string) {
  const client = useQueryClient()
  return async (act: () => Promise<LegalRecord>, message: string): Promise<void> => {
    try {
      putNewer(client, legalTextQuery(slug).queryKey, await act())
      void toast.success(message)
    } finally {
      void client.invalidateQueries({ queryKey: ['staff', 'legal-texts', slug] })
    }
  }
}
