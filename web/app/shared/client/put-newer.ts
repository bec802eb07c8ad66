import type { QueryClient, QueryKey, Updater } from '@tanstack/react-query'

/**
 * Puts into the cache what the server holds, or is about to hold, by an answer to a change. A read that is under way may
 * have begun before the change and would put the older state back: it is cancelled, and begun again. What could not be
 * read so far is read again, too.
 * @param update the new data, or what to make of the cached data; undefined leaves the cache as it is
 */
export function putNewer<Data>(
  client: QueryClient,
  queryKey: QueryKey,
  update: Updater<Data | undefined, Data | undefined>,
): void {
  const query = { queryKey, exact: true }
  const isBeingRead = client.isFetching(query) > 0
  // A cancelled read puts back what was there when it began, at once: before what is written here.
  if (isBeingRead) void client.cancelQueries(query)
  client.setQueryData<Data>(queryKey, update)
  if (isBeingRead || client.getQueryData(queryKey) === undefined) void client.invalidateQueries(query)
}
