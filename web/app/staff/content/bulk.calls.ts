import type { QueryClient } from '@tanstack/react-query'
import { callFunction } from '~/shared/client/call-function'
import { SAVE_TIMEOUT } from '~/shared/config/constants'
import { throwTold } from '~/staff/entry/told-refusals'
import type { ListAddress } from '~/staff/list/list-address.rules'
import type { ListPage } from '~/staff/list/list-page.rules'
import type { RowOutcome } from '~/staff/list-selection/batches.rules'
import { contentListQuery, type ListedContent } from './content.calls'
import type { BulkWay, ContentKind } from './content.rules'

/** As many as are chosen with one press. */
const MOST = 500

/** Does something with records in the versions that were read, and answers for each. @throws AppError, DeadlineError */
export const changeContents = async (
  kind: ContentKind,
  act: BulkWay,
  records: { id: string; version: number }[],
  changes: Record<string, string | boolean | null> = {},
): Promise<RowOutcome[]> =>
  (await callFunction('change_contents', { kind, act, records, changes }, SAVE_TIMEOUT).catch(
    throwTold,
  )) as RowOutcome[]

/** Ids and names of what an address finds, from its first page on; they are read like a list, so that their versions are known. */
export async function chooseContents(
  client: QueryClient,
  kind: ContentKind,
  parent: string | undefined,
  address: ListAddress,
): Promise<[string, string][]> {
  const chosen: [string, string][] = []
  let place: ListAddress['place'] = null
  do {
    const page: ListPage<ListedContent> = await client.fetchQuery(contentListQuery(kind, parent, { ...address, place }))
    chosen.push(...page.rows.map(({ id, title }): [string, string] => [id, title]))
    place = page.next
  } while (place && chosen.length < MOST)
  return chosen
}

/** The version of each record that a list of the kind showed last. */
export function readVersions(client: QueryClient, kind: ContentKind): Map<string, number> {
  const pages = client.getQueriesData<ListPage<ListedContent>>({ queryKey: ['staff', 'content', kind, 'list'] })
  const versions = new Map<string, number>()
  for (const [, page] of pages)
    for (const { id, version } of page?.rows ?? []) versions.set(id, Math.max(version, versions.get(id) ?? 0))
  return versions
}
