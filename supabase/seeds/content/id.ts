import { createHash } from 'node:crypto'

const NAMESPACE = Buffer.from('6f0c9c1e5a0b4d6f8a57c1d0e2b3a495', 'hex')

/**
 * The fixed uuid (version 5, SHA-1) of a readable key, so that every run of the seeder meets the same rows.
 * @param kind the table the row belongs to, e.g. `courses`
 * @param key the readable key, e.g. `compound-interest`
 */
export function idOf(kind: string, key: string): string {
  const bytes = createHash('sha1').update(NAMESPACE).update(`${kind}:${key}`).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
