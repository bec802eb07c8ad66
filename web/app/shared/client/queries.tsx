import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { queryClient } from './query-client'

/**
 * Lets the parts below ask for server state. It stands around those parts and not around the whole page, so that
 * public pages do not load what they do not use; all of them share one client.
 */
export function Queries({ children }: { children: ReactNode }) {
  const [client] = useState(queryClient)
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
