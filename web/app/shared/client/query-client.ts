import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient } from '@tanstack/react-query'

/**
 * A query client for which every read is older than an invalidation that comes while it runs. TanStack begins such a
 * read again only where there is data already, and would keep for new what a first read brings of the time before.
 */
class FreshQueryClient extends QueryClient {
  override invalidateQueries(filters?: InvalidateQueryFilters, options?: InvalidateOptions): Promise<void> {
    const first = this.getQueryCache().findAll({ ...filters, type: 'active', fetchStatus: 'fetching' })
    for (const query of first) if (query.state.data === undefined) void query.cancel({ silent: true })
    return super.invalidateQueries(filters, options)
  }
}

const createQueryClient = () =>
  new FreshQueryClient({
    defaultOptions: {
      // The REST client asks again by itself, so a failure or a time-out of ours ends the waiting for good [4-47]; so
      // does a missing connection, until it is back.
      queries: {
        staleTime: 30_000,
        retry: false,
        networkMode: 'always',
        refetchOnReconnect: true,
        refetchOnWindowFocus: false,
      },
      // Without a connection a change fails at once and says so, instead of waiting in a tab that may be closed.
      mutations: { networkMode: 'always' },
    },
  })

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
