import { readConsentFlags } from '~/shared/storage/consent-flags'
import { readStored, removeStored, writeStored } from '~/shared/storage/storage'

const BYTES = 16

/**
 * Keeps the random name of this browser while analytics are allowed, and forgets it when they are not [4-45].
 * @returns the name; one that is not allowed to stay serves only to note the choice itself
 */
export function settleVisitorKey(allowed: boolean): string {
  const key = readStored('visitor-key') ?? randomKey()
  if (allowed) writeStored('visitor-key', key)
  else removeStored('visitor-key')
  return key
}

/** The name of this browser, null before its owner has allowed analytics. */
export const visitorKey = (): string | null => (readConsentFlags()?.analytics === true ? settleVisitorKey(true) : null)

const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('')
