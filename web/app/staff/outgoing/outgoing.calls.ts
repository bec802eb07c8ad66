import { queryOptions } from '@tanstack/react-query'
import { callFunction } from '~/shared/client/call-function'
import { LIST_LOADING_TIMEOUT, SAVE_TIMEOUT } from '~/shared/config/constants'
import type { OutgoingChoice, OutgoingKind } from './outgoing.rules'

/** What is held of one kind. */
export type HeldOutgoing = {
  kind: OutgoingKind
  count: number
  /** How many people it reaches. */
  people: number
  oldestAt: string | null
  newestAt: string | null
}

/** A restored copy, from which nothing leaves until somebody decides. */
export type OutgoingHold = {
  id: string
  heldAt: string
  /** When the backup was made, and of which address; null where that is not known. */
  backupAt: string | null
  backupSiteUrl: string | null
  siteUrl: string | null
  kinds: HeldOutgoing[]
}

/** One thing that waits, its recipient masked. */
export type WaitingOutgoing = { at: string | null; what: string; recipient: string | null; people: number }

type HoldRow = {
  id: string
  held_at: string
  backup_at: string | null
  backup_site_url: string | null
  site_url: string | null
  kinds: { kind: OutgoingKind; count: number; people: number; oldest_at: string | null; newest_at: string | null }[]
} | null

const toHold = (row: HoldRow): OutgoingHold | null =>
  row && {
    ...{ id: row.id, heldAt: row.held_at, backupAt: row.backup_at },
    ...{ backupSiteUrl: row.backup_site_url, siteUrl: row.site_url },
    kinds: row.kinds.map(({ oldest_at, newest_at, ...held }) => ({
      ...held,
      oldestAt: oldest_at,
      newestAt: newest_at,
    })),
  }

/** The open hold; null where nothing is held. */
export const outgoingQuery = () =>
  queryOptions({
    queryKey: ['staff', 'outgoing'],
    queryFn: async () => toHold((await callFunction('read_outgoing_hold', {}, LIST_LOADING_TIMEOUT)) as HoldRow),
  })

/** The oldest of a kind that wait. */
export const outgoingListQuery = (kind: OutgoingKind) =>
  queryOptions({
    queryKey: ['staff', 'outgoing', kind],
    queryFn: async () =>
      (await callFunction('list_outgoing', { kind }, LIST_LOADING_TIMEOUT)) as unknown as WaitingOutgoing[],
  })

/** Decides about one kind. @throws AppError; REAUTHENTICATION_NEEDED, OUTGOING_CHANGED, OUTGOING_INVALID */
export const decideOutgoing = (
  { id }: OutgoingHold,
  kind: OutgoingKind,
  choice: OutgoingChoice,
  reason: string,
): Promise<unknown> => callFunction('decide_outgoing', { hold_id: id, kinds: [kind], choice, reason }, SAVE_TIMEOUT)
