import type { Backend } from './backend.ts'
import { callAsServer } from './http/call-as-server.ts'

/** What is held as long as nobody decides, by kind: how much waits, since when, how many people it reaches. */
export type HeldKind = {
  kind: 'sign_in' | 'mails' | 'campaigns' | 'schedules' | 'deletions'
  count: number
  people: number
  oldest_at: string | null
  newest_at: string | null
}
export type OutgoingHold = {
  id: string
  held_at: string
  cause: string
  backup_at: string | null
  backup_site_url: string | null
  site_url: string | null
  kinds: HeldKind[]
}

export const OUTGOING_KINDS = ['sign_in', 'mails', 'campaigns', 'schedules', 'deletions'] as const

const WHAT_WAITS: Record<HeldKind['kind'], string> = {
  sign_in: 'mails of sign-in',
  mails: 'other mails',
  campaigns: 'campaigns',
  schedules: 'records to be shown or hidden by themselves',
  deletions: 'accounts to be deleted',
}

/** The hold in one line, e.g. `Nothing leaves since ...: 3 mails of sign-in, 2 campaigns (108 people) wait.` */
export function holdInWords({ held_at, kinds, ...hold }: OutgoingHold): string {
  const waiting = kinds
    .filter(({ count }) => count > 0)
    .map(
      ({ kind, count, people }) => `${count} ${WHAT_WAITS[kind]}${kind === 'campaigns' ? ` (${people} people)` : ''}`,
    )
  const held = kinds.map(({ kind }) => kind).join(', ')
  return `held since ${moment(held_at)} (${originOf(hold)}): ${held}; waiting: ${waiting.join(', ') || 'nothing'}`
}

/** Of which backup and which address the copy is, and where it runs. */
function originOf({ cause, backup_at, backup_site_url, site_url }: Omit<OutgoingHold, 'held_at' | 'kinds'>): string {
  const of = [backup_at && `a backup of ${moment(backup_at)}`, backup_site_url && `the academy at ${backup_site_url}`]
  const from = of.filter(Boolean).join(' of ')
  return [cause, from && ` from ${from}`, site_url && `, here at ${site_url}`].filter(Boolean).join('')
}

export const moment = (iso: string): string => iso.slice(0, 16).replace('T', ' ')

/** What is held; undefined where nothing is, or where a project's service key is not known here. */
export const readHold = (backend: Backend, siteUrl: string): Promise<OutgoingHold | undefined> =>
  askForHold(backend, siteUrl, 'read_outgoing_hold', {})

/** As {@link readHold}, with the address under which the academy runs from now on noted in it. */
export const noteHold = (backend: Backend, siteUrl: string): Promise<OutgoingHold | undefined> =>
  askForHold(backend, siteUrl, 'note_outgoing_site', { site_url: siteUrl })

async function askForHold(backend: Backend, siteUrl: string, name: string, values: object) {
  if (!backend.serviceRoleKey) return undefined
  return ((await callAsServer(backend, siteUrl)(name, values)) ?? undefined) as OutgoingHold | undefined
}
