import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from '~/shared/ui/toast'
import { mailsText as text } from './mails.he'

/** Sends something again, says what came of it, and asks anew for all that the staff see of mails. */
export function useRetry() {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  async function run(send: () => Promise<string>) {
    setBusy(true)
    try {
      void toast.info(await send())
      await client.invalidateQueries({ queryKey: ['staff'] })
    } catch {
      void toast.error(text.retryFailed)
    } finally {
      setBusy(false)
    }
  }
  return { busy, retry: (send: () => Promise<string>) => void run(send) }
}
