import { decodeText } from './charset.ts'
import type { Enclosure } from './enclosure.ts'
import { plainLine } from './plain-text.ts'

const SIGNATURE = 0x223e9f78
const BEGINS = 0x69002
const TITLE = 0x18010
const DATA = 0x6800f
const MOST_FILES = 100

/** Whether bytes are a package of files by which Outlook sends to other Outlooks, `winmail.dat` (MS-OXTNEF 2.1.3.2). */
export const isTnef = (content: Buffer): boolean => content.length > 6 && content.readUInt32LE(0) === SIGNATURE

/** The files of a `winmail.dat`; none of what is no such package, or is broken before its first file. */
export function readTnef(content: Buffer): Enclosure[] {
  const files: Partial<Enclosure>[] = []
  if (!isTnef(content)) return []
  // Level, identifier, length, value, checksum (MS-OXTNEF 2.1.3.3).
  for (let at = 6; at + 9 <= content.length && files.length < MOST_FILES; ) {
    const id = content.readUInt32LE(at + 1)
    const end = at + 9 + content.readUInt32LE(at + 5)
    if (end > content.length) break
    const value = content.subarray(at + 9, end)
    const file = files.at(-1)
    if (id === BEGINS) files.push({})
    else if (file && id === TITLE) file.name = plainLine(decodeText(value)).slice(-120)
    else if (file && id === DATA) file.content = value
    at = end + 2
  }
  return files.flatMap(({ name = '', content: value }) =>
    value ? [{ name, type: 'application/octet-stream', content: value }] : [],
  )
}
