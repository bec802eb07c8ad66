import { createHash } from 'node:crypto'
import type { KindOf } from '../../../supabase/functions/_shared/kinds.ts'
import { isHeic, pictureType } from '../media/picture-type.ts'
import { workers } from '../workers/pool.ts'
import { JobRefused } from '../workers/process.ts'
import type { Enclosure } from './enclosure.ts'
import { firstOf } from './plain-text.ts'
import { isTnef } from './tnef.ts'

const MOST_KEPT = 10
/** Of a thousand refused files, so many are named. */
const MOST_NAMED = 30

/** HEIC is how iPhones take pictures, TNEF (winmail.dat) how Outlook packs files for other Outlooks. */
export type FileRefusal = KindOf<'support_files.refusal'>
export type StoredMailFile = { name: string; mime: string; bytes: number; ending: string; content: Buffer }
export type RefusedFile = { name: string; mime: string; bytes: number; refusal: FileRefusal }

/**
 * What is kept of the files of a mail: pictures, drawn anew so that nothing but their colours comes along; PDF, plain text
 * and documents of Office without macros as they are. Types are told by the bytes. Nothing is opened, unpacked or run.
 * @throws where no worker can be had for a picture
 */
export async function storeFiles(enclosures: Enclosure[], sender: string): Promise<(StoredMailFile | RefusedFile)[]> {
  const files: (StoredMailFile | RefusedFile)[] = []
  let kept = 0
  for (const enclosure of enclosures.slice(0, MOST_NAMED)) {
    const file: StoredMailFile | RefusedFile =
      kept < MOST_KEPT ? await keepFile(enclosure, sender) : refused(enclosure, 'TOO_MANY')
    if (!('refusal' in file)) kept++
    files.push(file)
  }
  return [...files, ...unnamed(enclosures.slice(MOST_NAMED))]
}

/** The files of a mail that nobody takes yet: named, and not kept. */
export const namedFiles = (enclosures: Enclosure[]): RefusedFile[] => [
  ...enclosures.slice(0, MOST_NAMED).map((enclosure) => refused(enclosure, 'AUTOMATIC')),
  ...unnamed(enclosures.slice(MOST_NAMED)),
]

/** One line for all that have none of their own. */
const unnamed = (enclosures: Enclosure[]): RefusedFile[] =>
  enclosures.length === 0
    ? []
    : [
        {
          name: `ועוד ${enclosures.length}`,
          mime: '',
          bytes: enclosures.reduce((sum, { content }) => sum + content.length, 0),
          refusal: 'TOO_MANY',
        },
      ]

async function keepFile(enclosure: Enclosure, sender: string): Promise<StoredMailFile | RefusedFile> {
  const { content } = enclosure
  if (content.length === 0) return refused(enclosure, 'EMPTY')
  if (pictureType(content)) return drawnAnew(enclosure, sender)
  const type = documentType(enclosure)
  if (!type) return refused(enclosure, isHeic(content) ? 'HEIC' : 'TYPE')
  return { ...type, name: named(enclosure, type.ending), bytes: content.length, content }
}

/** @throws where no worker can be had; a picture that is too much for one is refused */
async function drawnAnew(enclosure: Enclosure, sender: string): Promise<StoredMailFile | RefusedFile> {
  try {
    const content = await workers.run(sender, 'reencodePicture', enclosure.content)
    return { name: named(enclosure, 'webp'), mime: 'image/webp', ending: 'webp', bytes: content.length, content }
  } catch (error) {
    if (!(error instanceof JobRefused)) throw error
    return refused(enclosure, error.code === 'TOO_MANY_PIXELS' ? 'SIZE' : 'BROKEN')
  }
}

const OFFICE = 'application/vnd.openxmlformats-officedocument'
const OFFICE_PARTS: [part: string, ending: string, mime: string][] = [
  ['word/document.xml', 'docx', `${OFFICE}.wordprocessingml.document`],
  ['xl/workbook.xml', 'xlsx', `${OFFICE}.spreadsheetml.sheet`],
  ['ppt/presentation.xml', 'pptx', `${OFFICE}.presentationml.presentation`],
]
const TEXTS: Record<string, string> = { csv: 'text/csv', ics: 'text/calendar' }
const MACROS = /vbaProject|\.bin\b|activeX|externalLink/i

function documentType({ name, content }: Enclosure): { ending: string; mime: string } | undefined {
  const head = content.subarray(0, 5).toString('latin1')
  if (head === '%PDF-') return { ending: 'pdf', mime: 'application/pdf' }
  if (head.startsWith('PK\x03\x04')) {
    // The names of the parts stand in the clear at the end of the archive.
    const parts = content.subarray(-65_536).toString('latin1')
    const [, ending, mime] = OFFICE_PARTS.find(([part]) => parts.includes(part)) ?? []
    if (!ending || !mime || !parts.includes('[Content_Types].xml') || MACROS.test(parts)) return undefined
    return name.toLowerCase().endsWith(`.${ending}`) ? { ending, mime } : undefined
  }
  if (isTnef(content)) return { ending: 'dat', mime: 'application/ms-tnef' }
  const ending = /\.(txt|csv|ics|eml)$/i.exec(name)?.[1]?.toLowerCase()
  if (ending && isText(content)) return { ending, mime: TEXTS[ending] ?? 'text/plain' }
  return undefined
}

function isText(content: Buffer): boolean {
  if (content.includes(0)) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(content)
    return true
  } catch {
    return false
  }
}

const refused = (enclosure: Enclosure, refusal: FileRefusal): RefusedFile => ({
  name: fileName(enclosure),
  mime: firstOf(enclosure.type, 120),
  bytes: enclosure.content.length,
  refusal,
})

/** A name that leads nowhere, with the ending of what the file is. */
const named = (enclosure: Enclosure, ending: string): string =>
  `${firstOf(fileName(enclosure).replace(/\.[^.]{1,10}$/, ''), 110)}.${ending}`

const fileName = ({ name }: Enclosure): string =>
  name
    .replace(/[\\/:*?"<>|]+/g, '_')
    .replace(/^[.\s_]+/, '')
    .slice(-115)
    .toWellFormed() || 'קובץ'

/** Where a kept file lies: the same place for the same mail and the same bytes, however often it comes. */
export const placeOf = (mailKey: string, { content, ending }: StoredMailFile): string =>
  `${hash(mailKey)}/${hash(content)}.${ending}`

const hash = (value: string | Buffer): string => createHash('sha256').update(value).digest('hex').slice(0, 32)
