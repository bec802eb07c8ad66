import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { putNewer } from '~/shared/client/put-newer'
import { toAppError } from '~/shared/errors/errors'
import { toast } from '~/shared/ui/toast'
import type { ContentKind } from '~/staff/shared/content-kinds.rules'
import { contentQuery } from './content.calls'
import type { ContentRecord } from './content.rules'

/** What a record is told to do: the page shows how it stands afterwards, and says so. */
export function useContentAction(kind: ContentKind, id: string) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  /** Does it; what it throws is thrown on. */
  async function settle(act: () => Promise<ContentRecord>, message: string): Promise<void> {
    try {
      putNewer(client, contentQuery(kind, id).queryKey, await act())
      void toast.success(message)
    } finally {
      void client.invalidateQueries({ queryKey: ['staff', 'content', kind] })
    }
  }
  /** Does it; what it throws is said. */
  async function run(act: () => Promise<ContentRecord>, message: string): Promise<void> {
    setBusy(true)
    await settle(act, message).catch((failure: unknown) => toast.error(toAppError(failure).message))
    setBusy(false)
  }
  return { busy, settle, run }
}
