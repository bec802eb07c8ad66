import { MAIL_LINK_VALIDITY_HOURS } from '~/shared/config/constants'
import { type MailRequest, readStored, writeStored } from '~/shared/storage/storage'
import { deviceOf } from '../../../../supabase/functions/_shared/device.ts'

const KEPT_REQUESTS = 5
const KEY_BYTES = 32
const VALID_FOR = MAIL_LINK_VALIDITY_HOURS * 60 * 60 * 1000

/** A secret of this browser, with which it may ask what became of a mail; the mail itself carries its hash only. */
export type MailKey = { key: string; hash: string }

/**
 * Makes a secret for one mail and the SHA-256 of it, both in hex. Where the browser does not hash, as on an address
 * without TLS, the second is random as well: the link still knows its browser, and of the mail nothing is known.
 */
export async function newMailKey(): Promise<MailKey> {
  const key = randomHex()
  if (!crypto.subtle) return { key, hash: randomHex() }
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key))
  return { key, hash: toHex(new Uint8Array(hash)) }
}

/**
 * The query of the page to which a mail's link leads: whose wish it was, from what device, and what for. The mail names
 * the device, which the sign-in service of a project does not know.
 */
export function returnQuery(hash: string, purpose: string): string {
  const { browser, system } = deviceOf(navigator.userAgent)
  const device = browser || system ? `&on=${(browser ?? '').replace(' ', '_')}-${system ?? ''}` : ''
  return `?n=${hash}${device}&for=${purpose}`
}

/** Notes that this browser asks for a mail; its link will carry the nonce. */
export function rememberMailRequest(
  email: string,
  returnTo: string,
  now = Date.now(),
  nonce: string = randomHex(),
  registers = false,
): MailRequest {
  const request = { nonce, email, returnTo, askedAt: now, ...(registers && { registers }) }
  writeStored('mail-requests', [request, ...validRequests(now)].slice(0, KEPT_REQUESTS))
  return request
}

/** The page that waits for a mail. */
export type MailWait = NonNullable<MailRequest['waits']>

/** Notes that a page waits for a mail, so that it does so again after a reload, Back or in a new tab. */
export function beginWaiting({ key, hash }: MailKey, waits: MailWait, now = Date.now()): void {
  const others = withoutWaiting(validRequests(now))
  const found = others.find(({ nonce }) => nonce === hash)
  if (found) writeStored('mail-requests', [{ ...found, waits, key }, ...others.filter((other) => other !== found)])
}

/** The mail that a page of this browser waits for, within the validity of links. */
export const findWaiting = (waits: MailWait, now = Date.now()): MailRequest | undefined =>
  validRequests(now).find((request) => request.waits === waits)

/** Nothing is waited for any more: a mail was used, or another address is meant. */
export const endWaiting = (now = Date.now()): void => writeStored('mail-requests', withoutWaiting(validRequests(now)))

const withoutWaiting = (requests: MailRequest[]): MailRequest[] =>
  requests.map(({ waits: _, key: __, ...request }) => request)

/** The request that belongs to a nonce, if it was made in this browser within the validity of links. */
export function findMailRequest(nonce: string | null | undefined, now = Date.now()): MailRequest | undefined {
  return nonce ? validRequests(now).find((request) => request.nonce === nonce) : undefined
}

export const holdsMailRequest = (nonce: string | null | undefined): boolean => findMailRequest(nonce) !== undefined

/** The hashes of what was registered for the address in this browser, newest first. */
export function registrationsOf(email: string, now = Date.now()): string[] {
  const same = (other: string) => other.trim().toLowerCase() === email.toLowerCase()
  return validRequests(now)
    .filter((request) => request.registers && same(request.email))
    .map((request) => request.nonce)
}

function validRequests(now: number): MailRequest[] {
  const stored = readStored('mail-requests')
  return Array.isArray(stored) ? stored.filter(({ askedAt }) => now - askedAt < VALID_FOR) : []
}

const randomHex = () => toHex(crypto.getRandomValues(new Uint8Array(KEY_BYTES)))

const toHex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
