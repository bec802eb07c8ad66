import { randomUUID } from 'node:crypto'
import type { Database } from '../../database/index.ts'
import { invalidMimeType, tooLarge } from '../errors.ts'
import type { FileStore } from '../file-store.ts'
import { allowsMimeType, cleanContentType } from '../names.ts'
import type { ObjectService, Place } from '../service.ts'
import { parseUserMetadata } from '../upload.ts'
import { bytesOf } from './body.ts'
import { alreadyFinished, beyondLength, noSuchUpload, offsetConflict, uploadExpired } from './errors.ts'
import { createFinishing } from './finishing.ts'
import { parseUploadMetadata } from './headers.ts'
import type { PartsFolder } from './parts-folder.ts'
import { advanceOffset, deleteUpload, findUpload, insertUpload, type Upload } from './rows.ts'
import type { Running } from './running.ts'
import { placeOf, type Sender } from './sender.ts'

/** What one holder may have begun and not finished (T38). The service key may have any number. */
const MOST_UNFINISHED = 10
const MOST_UNFINISHED_SIZES = 4

/** What a request sends of an upload. */
type Sent = Pick<Request, 'headers' | 'body'>
const NOTHING: Sent = { headers: new Headers(), body: null }

/** Uploads in parts, each under the policies of `storage.objects` at its beginning, at every part and at its end. */
export type Uploads = ReturnType<typeof createUploads>

export type UploadsOptions = {
  database: Database
  files: FileStore
  parts: PartsFolder
  objects: ObjectService
  running: Running
  maxBytes: number
}

export function createUploads({ database, files, parts, objects, running, maxBytes }: UploadsOptions) {
  const finishing = createFinishing({ database, files, parts, objects })
  const quota = { count: MOST_UNFINISHED, bytes: MOST_UNFINISHED_SIZES * maxBytes }

  /** @throws what the whole upload would throw, as far as that is known before its bytes */
  async function admit({ caller, owner }: Sender, place: Place, size: number, metadata: string, upsert: boolean) {
    const declared = parseUploadMetadata(metadata)
    const contentType = cleanContentType(declared.get('contentType'))
    parseUserMetadata(declared.get('metadata') || '{}')
    const limits = await objects.admit({ ...place, caller, owner, upsert })
    if (size > limits.maxBytes) throw tooLarge()
    if (!allowsMimeType(limits.mimeTypes, contentType)) throw invalidMimeType(contentType)
  }

  async function receive(sender: Sender, upload: Upload, sent: Sent, stop: AbortSignal): Promise<Upload> {
    if (upload.offset + Number(sent.headers.get('content-length') ?? 0) > upload.size) throw beyondLength()
    const keep = (from: number, to: number) => advanceOffset(database, upload.id, from, to)
    const offset = await parts.append(upload, bytesOf(sent.body, stop), keep)
    if (offset === upload.size) await finishing.finish(sender, upload)
    return { ...upload, offset, isFinished: offset === upload.size }
  }

  /** @throws 404 when there is none, or its time is over and it was swept; 410 before that */
  async function find(id: string): Promise<Upload> {
    const upload = await findUpload(database, id)
    if (!upload) throw noSuchUpload()
    if (upload.isExpired) throw uploadExpired()
    return upload
  }

  /**
   * An upload as it truly stands: finished when all of its bytes are there, not to be found when they are not on this
   * machine. Its row stays until its day is over, for they may be on another.
   */
  async function settle(sender: Sender, id: string): Promise<Upload> {
    const upload = await find(id)
    if (upload.isFinished) return upload
    const bytes = await parts.size(id)
    const isWhole = upload.offset === upload.size
    if (isWhole && (bytes !== undefined || (await finishing.isAdopted(upload)))) {
      await finishing.finish(sender, upload)
      return { ...upload, isFinished: true }
    }
    if (bytes === undefined || bytes < upload.offset) throw noSuchUpload()
    return upload
  }

  return {
    find,

    /**
     * Begins an upload.
     * @param first the first bytes where they come along; an upload that fails on them is gone again
     */
    async begin(sender: Sender, declared: { size: number; metadata: string }, first?: Sent): Promise<Upload> {
      const { size, metadata } = declared
      const { holder, upsert, caller } = sender
      const place = placeOf(metadata)
      await admit(sender, place, size, metadata, upsert)
      const row = { ...place, id: randomUUID(), holder, isUpsert: upsert, size, metadata }
      const upload = await insertUpload(database, row, caller.role === 'service_role' ? undefined : quota)
      try {
        await parts.create(upload.id)
        if (!first && size > 0) return upload
        return await running.alone(upload.id, (stop) => receive(sender, upload, first ?? NOTHING, stop))
      } catch (error) {
        await parts.remove(upload.id)
        await deleteUpload(database, upload.id)
        throw error
      }
    },

    /** How far an upload came. Who asks goes on with it, so a request that still sends is cut off. */
    look: (sender: Sender, id: string): Promise<Upload> => running.takeOver(id, () => settle(sender, id)),

    /** Takes the bytes from `offset` on. @throws 409 when that is not where the upload stands, 413 for too many */
    append(sender: Sender, id: string, offset: number, sent: Sent): Promise<Upload> {
      return running.alone(id, async (stop) => {
        const upload = await settle(sender, id)
        if (upload.offset !== offset) throw offsetConflict()
        if (upload.isFinished) return upload
        await admit(sender, upload, upload.size, upload.metadata, upload.isUpsert)
        return receive(sender, upload, sent, stop)
      })
    },

    /** Ends an upload that is not finished and deletes its bytes. */
    remove: (id: string): Promise<void> =>
      running.takeOver(id, async () => {
        if ((await find(id)).isFinished) throw alreadyFinished()
        await deleteUpload(database, id)
        await parts.remove(id)
      }),
  }
}
