import { createHash, randomBytes, randomInt } from 'node:crypto'

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'
const LINK_TOKEN_BYTES = 28

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The token of a link: 224 bits in hex, as long as GoTrue's. */
export const randomLinkToken = (): string => randomBytes(LINK_TOKEN_BYTES).toString('hex')

/** A code of decimal digits for people to type. */
export function randomCode(length: number): string {
  return Array.from({ length }, () => randomInt(10)).join('')
}

/** Lower-case letters and digits, five bits each. */
export function base32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let value = 0
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xffff
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += BASE32[(value >> bits) & 31]
    }
  }
  return text
}
