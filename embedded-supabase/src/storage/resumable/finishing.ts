import type { Database } from '../../database/index.ts'
import { asStorageError } from '../errors.ts'
import type { FileStore } from '../file-store.ts'
import { cleanContentType } from '../names.ts'
import type { ObjectService } from '../service.ts'
import { describe, parseUserMetadata } from '../upload.ts'
import { parseUploadMetadata } from './headers.ts'
import type { PartsFolder } from './parts-folder.ts'
import { deleteUpload, type Upload } from './rows.ts'
import type { Sender } from './sender.ts'

export type FinishingOptions = { database: Database; files: FileStore; parts: PartsFolder; objects: ObjectService }

/** Makes objects of uploads whose last byte has come. */
export function createFinishing({ database, files, parts, objects }: FinishingOptions) {
  return {
    /**
     * Hands the file to the store and writes the row; again where an earlier try was interrupted.
     * @throws what a policy or the place says against it, and then the upload is gone; what may pass leaves it
     */
    async finish({ caller, owner }: Sender, { id, bucket, key, size, isUpsert, metadata }: Upload): Promise<void> {
      const declared = parseUploadMetadata(metadata)
      const userMetadata = declared.get('metadata')
      const received = describe(
        // The version stands for the content: to sum up all of it would want it read once more.
        { version: id, size, hash: id.replaceAll('-', ''), contentType: cleanContentType(declared.get('contentType')) },
        declared.get('cacheControl'),
        userMetadata ? parseUserMetadata(userMetadata) : null,
      )
      if ((await parts.size(id)) !== undefined) await files.adopt(id, parts.pathOf(id))
      await objects.name(caller, { ...received, bucket, key, owner }, isUpsert, async (error) => {
        if (asStorageError(error).statusCode >= 500) return
        await files.remove(id)
        await deleteUpload(database, id)
      })
    },

    /** Whether the store has taken over the file of an upload whose row was not written then. */
    async isAdopted({ id, size }: Upload): Promise<boolean> {
      const content = await files.read(id, { start: 0, end: Math.min(size, 1) - 1 })
      if (content instanceof ReadableStream) await content.cancel()
      return content !== undefined
    },
  }
}
