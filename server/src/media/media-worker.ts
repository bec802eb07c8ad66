import type { Logger } from 'pino'
import { type MediaStore, mediaStore, type Reached } from './media-store.ts'
import { processUpload, type Taken } from './process-upload.ts'
import { MediaRefusal } from './refusal.ts'

const LOOK_EVERY_MS = 2_000
const TIDY_EVERY_MS = 60 * 60 * 1000
const MOST_REMOVED = 100

/**
 * Takes in what staff upload, one at a time, also where Supabase runs elsewhere. Without the service key nothing is taken
 * in, and uploads wait.
 */
export function startMediaWorker(backend: Reached, siteUrl: string, log: Logger): { stop(): void } {
  if (!backend.serviceRoleKey) return { stop: () => undefined }
  const working = { now: false, failed: false }
  const look = async () => {
    if (working.now) return
    working.now = true
    try {
      while (await processNextUpload(backend, siteUrl)) working.failed = false
    } catch (error) {
      if (!working.failed) log.warn({ err: error }, 'uploads are not taken into the library')
      working.failed = true
    } finally {
      working.now = false
    }
  }
  const tidy = async () => {
    await clearStaleUploads(backend, siteUrl).catch((error) => log.warn({ err: error }, 'old uploads are not cleared'))
    await emptyTrash(backend, siteUrl).catch((error) =>
      log.warn({ err: error }, 'the trash of the library is not emptied'),
    )
  }
  const timers = [setInterval(() => void look(), LOOK_EVERY_MS), setInterval(() => void tidy(), TIDY_EVERY_MS)]
  for (const timer of timers) timer.unref()
  return {
    stop() {
      for (const timer of timers) clearInterval(timer)
    },
  }
}

/** Deletes originals that are older than a day and wait for nothing, fifty at most; gives how many. */
export async function clearStaleUploads(backend: Reached, siteUrl: string): Promise<number> {
  const store = mediaStore(backend, siteUrl)
  const stale = (await store.call('stale_uploads', {})) as string[]
  for (const name of stale) await store.remove(`uploads/${name}`)
  return stale.length
}

/** Deletes for good what lay in the trash of the library for as long as it keeps, a hundred at most; gives how many. */
export async function emptyTrash(backend: Reached, siteUrl: string): Promise<number> {
  const store = mediaStore(backend, siteUrl)
  let count = 0
  for (; count < MOST_REMOVED; count++) {
    const file = (await store.call('take_removed_media', {})) as { id: string; objects: string[] } | null
    if (!file) break
    for (const place of file.objects) await store.removeIfThere(place)
    await store.call('forget_media_file', { id: file.id })
  }
  return count
}

/** Takes the next upload that waits and tells what became of it; false where none waits. */
export async function processNextUpload(backend: Reached, siteUrl: string): Promise<boolean> {
  const store = mediaStore(backend, siteUrl)
  const taken = (await store.call('take_media_file', {})) as Taken | null
  if (!taken) return false
  const outcome = await outcomeOf(store, taken)
  await store.call('finish_media_file', { id: taken.id, outcome })
  // A video was moved.
  if ('failure' in outcome || taken.kind !== 'video') await store.remove(`uploads/${taken.path}`)
  return true
}

async function outcomeOf(store: MediaStore, taken: Taken): Promise<object> {
  try {
    return await processUpload(store, taken)
  } catch (error) {
    if (error instanceof MediaRefusal) return { failure: error.code }
    throw error
  }
}
