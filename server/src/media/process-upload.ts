import { createHash, randomUUID } from 'node:crypto'
import type { KindOf } from '../../../supabase/functions/_shared/kinds.ts'
import type { Jobs } from '../workers/jobs.ts'
import { workers } from '../workers/pool.ts'
import { JobRefused } from '../workers/process.ts'
import type { MediaStore } from './media-store.ts'
import { readMp4 } from './read-mp4.ts'
import { type MediaFailure, MediaRefusal } from './refusal.ts'

/** An upload that waits. The type is what its sender said; null where it was moved to its place already. */
export type Taken = {
  id: string
  path: string
  kind: KindOf<'media_files.kind'>
  bytes: number
  type: string | null
}

const MOST_BYTES = { picture: 30 * 1024 * 1024, file: 20 * 1024 * 1024, video: 2 * 1024 * 1024 * 1024 }
const VIDEO = 'video/mp4'

/**
 * Looks at an upload and puts what the site may show to its place; nothing is stored that was not looked at.
 * @returns what became of it, as `finish_media_file` takes it
 * @throws MediaRefusal for what the library does not take
 */
export function processUpload(store: MediaStore, taken: Taken): Promise<object> {
  if (taken.bytes > MOST_BYTES[taken.kind]) throw new MediaRefusal('TOO_LARGE')
  return { picture: takePicture, video: takeVideo, file: takeFile }[taken.kind](store, taken)
}

async function takePicture(store: MediaStore, { id, path }: Taken) {
  const original = await store.read(`uploads/${path}`)
  const { pictures, ...facts } = await apart('makePictures', original)
  // A name of its own for each attempt: nothing that is stored is written over.
  const folder = `library/${id}/${randomUUID()}`
  const variants = []
  for (const { content, ...picture } of pictures) {
    const place = `${folder}/${picture.width}.${picture.format}`
    await store.write(`images/${place}`, content, `image/${picture.format}`)
    variants.push({ ...picture, path: place, bytes: content.length })
  }
  return { ...facts, variants, sha256: hashOf(original) }
}

async function takeFile(store: MediaStore, { id, path }: Taken) {
  const content = await store.read(`uploads/${path}`)
  const { mime, ending } = await apart('readFileType', content)
  const place = `library/${id}/${randomUUID()}.${ending}`
  await store.write(`lesson-files/${place}`, content, mime)
  return { mime, path: place, sha256: hashOf(content) }
}

/** A video is too large to be read whole: its index is, and it is moved as it stands. */
async function takeVideo(store: MediaStore, { id, path, bytes, type }: Taken) {
  const place = `library/${id}.mp4`
  if (type !== null && type !== VIDEO) throw new MediaRefusal('WRONG_TYPE')
  // A process that ended after the move left it there.
  const lies = type === null ? `lesson-videos/${place}` : `uploads/${path}`
  const facts = await readMp4(
    (start, end) => store.readPart(lies, start, end),
    bytes,
    (index) => apart('readVideoIndex', index),
  )
  if (type !== null) await store.move('uploads', path, 'lesson-videos', place)
  const { durationSeconds, isFaststart, ...shown } = facts
  return { mime: VIDEO, path: place, ...shown, duration_seconds: durationSeconds, is_faststart: isFaststart }
}

/** Has a worker look at an upload. @throws MediaRefusal; whatever else where no worker can be had */
const apart = <Name extends 'makePictures' | 'readFileType' | 'readVideoIndex'>(
  job: Name,
  ...values: Parameters<Jobs[Name]>
): ReturnType<Jobs[Name]> =>
  workers.run('library', job, ...values).catch((error: unknown) => {
    if (!(error instanceof JobRefused)) throw error
    throw new MediaRefusal(BY_LIMITS[error.code] ?? (error.code as MediaFailure))
  }) as ReturnType<Jobs[Name]>

const BY_LIMITS: Readonly<Record<string, MediaFailure>> = {
  TIME: 'TOO_COMPLEX',
  MEMORY: 'TOO_COMPLEX',
  FAILED: 'BROKEN',
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
