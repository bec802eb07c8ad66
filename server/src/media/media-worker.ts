import { createHash, randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Backend } from '../backend.ts'
import { MediaRefusal, makePictures } from './make-pictures.ts'

const LOOK_EVERY_MS = 2_000
const TIDY_EVERY_MS = 60 * 60 * 1000

type Reached = Pick<Backend, 'fetch' | 'publicUrl' | 'serviceRoleKey'>
type Taken = { id: string; path: string }

/**
 * Makes pictures of what staff upload, one at a time, also where Supabase runs elsewhere. Without the service key nothing
 * is made, and uploads wait.
 */
export function startMediaWorker(backend: Reached, siteUrl: string, log: Logger): { stop(): void } {
  if (!backend.serviceRoleKey) return { stop: () => undefined }
  const working = { now: false, failed: false }
  const look = async () => {
    if (working.now) return
    working.now = true
    try {
      while (await workOnNext(backend, siteUrl)) working.failed = false
    } catch (error) {
      if (!working.failed) log.warn({ err: error }, 'no pictures are made of uploads')
      working.failed = true
    } finally {
      working.now = false
    }
  }
  const tidy = () =>
    clearStaleUploads(backend, siteUrl).catch((error) => log.warn({ err: error }, 'old uploads are not cleared'))
  const timers = [setInterval(() => void look(), LOOK_EVERY_MS), setInterval(() => void tidy(), TIDY_EVERY_MS)]
  for (const timer of timers) timer.unref()
  return {
    stop() {
      for (const timer of timers) clearInterval(timer)
    },
  }
}

/** How the service key asks. @throws Error for any answer but a good one */
const asker = ({ fetch: send, publicUrl, serviceRoleKey = '' }: Reached, siteUrl: string) => {
  const ask = async (path: string, method: string, body?: BodyInit, type = 'application/json') => {
    const headers = { apikey: serviceRoleKey, authorization: `Bearer ${serviceRoleKey}`, 'content-type': type }
    const response = await send(`${publicUrl || siteUrl}${path}`, { method, headers, body: body ?? null })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${(await response.text()).slice(0, 200)}`)
    return response
  }
  const call = async (name: string, values: object) =>
    (await ask(`/rest/v1/rpc/${name}`, 'POST', JSON.stringify(values))).json()
  return { ask, call }
}

/** Deletes originals that are older than a day and wait for nothing, fifty at most; gives how many. */
export async function clearStaleUploads(backend: Reached, siteUrl: string): Promise<number> {
  const { ask, call } = asker(backend, siteUrl)
  const stale = (await call('stale_uploads', {})) as string[]
  for (const name of stale) await ask(`/storage/v1/object/uploads/${name}`, 'DELETE')
  return stale.length
}

/** Takes the next upload that waits and tells what became of it; false where none waits. */
export async function workOnNext(backend: Reached, siteUrl: string) {
  const { ask, call } = asker(backend, siteUrl)
  const store = async (id: string, original: Buffer) => {
    const { pictures, ...facts } = await makePictures(original)
    // A name of its own for each attempt: nothing that is stored is written over.
    const folder = `library/${id}/${randomUUID()}`
    const variants = []
    for (const { content, ...picture } of pictures) {
      const path = `${folder}/${picture.width}.${picture.format}`
      await ask(`/storage/v1/object/images/${path}`, 'POST', new Uint8Array(content), `image/${picture.format}`)
      variants.push({ ...picture, path, bytes: content.length })
    }
    return { ...facts, variants, sha256: createHash('sha256').update(original).digest('hex') }
  }
  const taken = (await call('take_media_file', {})) as Taken | null
  if (!taken) return false
  const original = Buffer.from(await (await ask(`/storage/v1/object/uploads/${taken.path}`, 'GET')).arrayBuffer())
  const outcome = await store(taken.id, original).catch((error: unknown) => {
    if (error instanceof MediaRefusal) return { failure: error.code }
    throw error
  })
  await call('finish_media_file', { id: taken.id, outcome })
  await ask(`/storage/v1/object/uploads/${taken.path}`, 'DELETE')
  return true
}
