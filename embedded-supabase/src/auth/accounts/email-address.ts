import { domainToASCII } from 'node:url'
import { invalid } from '../protocol/errors.ts'

const MAX_LENGTH = 255
const MAX_LOCAL_LENGTH = 64
const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const TYPED_DOMAIN = /^[\p{L}\p{M}\p{N}.-]+$/u
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * The one form of an email address that is stored, compared and mailed to: trimmed, NFKC, lower case, IDNA domain.
 * Normalised first and checked afterwards, so that no later step can change what was checked.
 * @returns undefined for what is not one plain address.
 */
export function normaliseEmail(typed: string): string | undefined {
  if (typed.length > 2 * MAX_LENGTH) return undefined
  const parts = typed.trim().normalize('NFKC').toLowerCase().split('@')
  const [local = '', typedDomain = ''] = parts
  if (parts.length !== 2 || local.length > MAX_LOCAL_LENGTH || !LOCAL.test(local)) return undefined
  const domain = TYPED_DOMAIN.test(typedDomain) ? domainToASCII(typedDomain) : ''
  const labels = domain.split('.')
  if (labels.length < 2 || !labels.every((label) => LABEL.test(label)) || /^\d+$/.test(labels.at(-1) ?? '')) {
    return undefined
  }
  const address = `${local}@${domain}`
  return address.length <= MAX_LENGTH ? address : undefined
}

/**
 * {@link normaliseEmail} with GoTrue's words for a refusal.
 * @throws AuthError validation_failed.
 */
export function requireEmail(typed: string): string {
  if (!typed) throw invalid('An email address is required')
  if (typed.length > MAX_LENGTH) throw invalid('An email address is too long')
  const address = normaliseEmail(typed)
  if (!address) throw invalid('Unable to validate email address: invalid format')
  return address
}

/** Providers that ignore a `+tag`; to everybody else it may be another person's mailbox. */
const IGNORES_TAGS = /^(outlook|hotmail|live|fastmail|icloud|me|mac|proton|protonmail|pm)\.(com|me|fm|co\.il)$/
const IGNORES_DOTS = ['gmail.com', 'googlemail.com']

/**
 * The mailbox behind an address, for limits only: without `+tag` and dots where the provider ignores them, so that its
 * variants share one limit and no other address does. `mail.mailbox_of` reads addresses alike.
 */
export function mailboxOf(address: string): string {
  const [local = '', domain = ''] = address.split('@')
  const untagged = local.replace(/\+.*$/, '')
  const ignoresDots = IGNORES_DOTS.includes(domain)
  const plain = ignoresDots ? untagged.replaceAll('.', '') : IGNORES_TAGS.test(domain) ? untagged : local
  return `${plain || local}@${ignoresDots ? 'gmail.com' : domain}`
}
