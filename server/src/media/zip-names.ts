import { broken, MediaRefusal } from './refusal.ts'

const END = 'PK\x05\x06'
const END_BYTES = 22
const ENTRY = 0x02014b50
const ENTRY_BYTES = 46
const MOST_ENTRIES = 10_000
const MOST_COMMENT = 65_535

/**
 * The names in an archive by its list at the end; nothing is unpacked.
 * @throws MediaRefusal BROKEN for a list that does not fit, ENCRYPTED where an entry wants a password
 */
export function entryNames(bytes: Buffer): string[] {
  const end = bytes.lastIndexOf(END, undefined, 'latin1')
  if (end < 0 || end < bytes.length - END_BYTES - MOST_COMMENT || end + END_BYTES > bytes.length) broken()
  const count = bytes.readUInt16LE(end + 10)
  if (count > MOST_ENTRIES) broken()
  const names: string[] = []
  let at = bytes.readUInt32LE(end + 16)
  for (let entry = 0; entry < count; entry++) {
    if (at + ENTRY_BYTES > end || bytes.readUInt32LE(at) !== ENTRY) broken()
    if (bytes.readUInt16LE(at + 8) & 1) throw new MediaRefusal('ENCRYPTED')
    const [name, extra, comment] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ]
    if (at + ENTRY_BYTES + name > end) broken()
    names.push(bytes.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + name))
    at += ENTRY_BYTES + name + extra + comment
  }
  return names
}
