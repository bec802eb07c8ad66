import type { QueryClient } from '@tanstack/react-query'
import { callFunction } from '~/shared/client/call-function'
import { SAVE_TIMEOUT } from '~/shared/config/constants'
import { reportAndThrow } from '~/staff/entry/forbidden-actions'
import type { ListPage } from '~/staff/list/list-page.rules'
import type { RowOutcome } from '~/staff/list-selection/batches.rules'
import type { ContentKind } from '~/staff/shared/content-kinds.rules'
import type { ListAddress } from '~/staff/shared/list-address.rules'
import { contentListQuery, type ListedContent } from './content.calls'
import type { BulkWay } from './content.rules'

/** As many as are chosen with one press. */
const MOST = 500

/** Values that drafts take, by field. */
export type DraftChanges = Record<string, string | boolean | null>
/**
 * What a batch did to a record: its version since, and what it had before. `made` is the version of what visitors see that
 * a publication or hiding made; `before` then holds the moments that were set.
 */
export type Taken = { version: number; before: DraftChanges; made?: number }
type SentRecord = { id: string; version: number; [field: string]: string | number | boolean | null | undefined }

/**
 * Does something with records in the versions that were read, and answers for each; for what can be put back, with what
 * was there before.
 * @throws AppError, DeadlineError
 */
export const changeContents = async (
  kind: ContentKind,
  action: BulkWay,
  records: SentRecord[],
  changes: DraftChanges = {},
): Promise<(RowOutcome & Partial<Taken>)[]> =>
  (await callFunction('change_contents', { kind, action, records, changes }, SAVE_TIMEOUT).catch(
    reportAndThrow,
  )) as RowOutcome[]

/** Gives records back what they had before a batch, and answers for each. @throws AppError, DeadlineError */
export async function putBack(
  kind: ContentKind,
  way: 'set' | 'put_back',
  ids: string[],
  taken: ReadonlyMap<string, Taken>,
): Promise<RowOutcome[]> {
  if (way === 'put_back') {
    const records = ids.map((id) => {
      const { version = 0, made, before } = taken.get(id) ?? {}
      return { id, version, made, ...before }
    })
    return changeContents(kind, way, records)
  }
  const outcomes: RowOutcome[] = []
  const valuesOf = (id: string) => JSON.stringify(taken.get(id)?.before)
  for (const values of new Set(ids.map(valuesOf))) {
    const alike = ids.filter((id) => valuesOf(id) === values)
    const records = alike.map((id) => ({ id, version: taken.get(id)?.version ?? 0 }))
    outcomes.push(...(await changeContents(kind, way, records, JSON.parse(values))))
  }
  return outcomes
}

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
