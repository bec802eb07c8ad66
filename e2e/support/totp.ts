import { createHmac } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const STEP_MS = 30_000

/** The six digits that an authenticator app shows for a base32 secret at a moment in ms (RFC 6238, SHA-1). */
export function totpCode(secret: string, at = Date.now()): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at / STEP_MS)))
  const digest = createHmac('sha1', decode(secret)).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** A code that was not used yet: the server takes one of the next step as well, and each only once. */
export function nextTotpCode(secret: string): string {
  return totpCode(secret, Date.now() + STEP_MS)
}

function decode(secret: string): Buffer {
  const bits = [...secret.replaceAll(/[\s=]/g, '')].map((sign) => ALPHABET.indexOf(sign).toString(2).padStart(5, '0'))
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
