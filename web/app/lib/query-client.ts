import { QueryClient } from '@tanstack/react-query'

/** Server state of the signed-in person; public content comes from route loaders. */
export const createQueryClient = () =>
  new QueryClient({ defaultOptions: { queries: { staleTime: 30_000, retry: 1, refetchOnWindowFocus: false } } })
