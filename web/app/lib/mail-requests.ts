import { MAIL_LINK_VALIDITY_HOURS } from '~/config/constants'
import { type MailRequest, readStored, writeStored } from './storage'

const KEPT_REQUESTS = 5
const VALID_FOR = MAIL_LINK_VALIDITY_HOURS * 60 * 60 * 1000

/** Notes that this browser asks for a mail and gives the nonce that its link will carry. */
export function rememberMailRequest(email: string, returnTo: string, now = Date.now()): MailRequest {
  const request = { nonce: crypto.randomUUID(), email, returnTo, askedAt: now }
  writeStored('mail-requests', [request, ...validRequests(now)].slice(0, KEPT_REQUESTS))
  return request
}

/** The request that belongs to a nonce, if it was made in this browser within the validity of links. */
export function findMailRequest(nonce: string | null | undefined, now = Date.now()): MailRequest | undefined {
  return nonce ? validRequests(now).find((request) => request.nonce === nonce) : undefined
}

export const holdsMailRequest = (nonce: string | null | undefined): boolean => findMailRequest(nonce) !== undefined

function validRequests(now: number): MailRequest[] {
  const stored = readStored('mail-requests')
  return Array.isArray(stored) ? stored.filter(({ askedAt }) => now - askedAt < VALID_FOR) : []
}
