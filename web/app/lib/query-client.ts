import { QueryClient } from '@tanstack/react-query'
import { DeadlineError } from './deadline'

const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, retry: onceUnlessLate, refetchOnWindowFocus: false },
      // Without a connection a change fails at once and says so, instead of waiting in a tab that may be closed.
      mutations: { networkMode: 'always' },
    },
  })

/** What has taken all the time it may is not asked for again behind the person's back. */
const onceUnlessLate = (failures: number, error: Error): boolean => failures === 0 && !(error instanceof DeadlineError)

let shared: QueryClient | undefined

/**
 * Server state of the signed-in person; public content comes from route loaders.
 * @returns the browser's one client; on the server a new one, so that no two requests share what was loaded
 */
export function queryClient(): QueryClient {
  if (typeof document === 'undefined') return createQueryClient()
  shared ??= createQueryClient()
  return shared
}
