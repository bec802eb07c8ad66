import type { Caller, Database } from '../database/index.ts'
import { DatabaseUnavailable } from '../errors.ts'
import { findBucket } from './buckets.ts'
import { serveObject } from './download.ts'
import { invalidMimeType, noSuchObject } from './errors.ts'
import type { FileStore } from './file-store.ts'
import type { Garbage } from './garbage.ts'
import { allowsMimeType } from './names.ts'
import {
  deleteObjects,
  findObject,
  findPublicObject,
  moveObject,
  type NewObject,
  type ObjectRow,
  ownerOf,
  rehearse,
  saveObject,
} from './objects.ts'
import { receiveUpload, typeOfRaw, type UploadLimits } from './upload.ts'

/** An object by its place. */
export type Place = { bucket: string; key: string }

export type UploadOptions = Place & {
  caller: Caller
  /** Whom the object will belong to. */
  owner: string | undefined
  upsert: boolean
}

/** What can be done with objects, each as the caller and under the policies of `storage.objects`. */
export type ObjectService = ReturnType<typeof createObjectService>

export type ObjectServiceOptions = { database: Database; files: FileStore; garbage: Garbage; maxBytes: number }

export function createObjectService({ database, files, garbage, maxBytes }: ObjectServiceOptions) {
  /** Writes the row of a file that is already in the store; where it cannot be written, the file is dealt with first. */
  async function name(
    caller: Caller,
    object: NewObject,
    upsert: boolean,
    onRefusal: (error: unknown) => Promise<void>,
  ): Promise<{ Id: string; Key: string }> {
    const saving = database.asCaller(caller, (tx) => saveObject(tx, object, upsert))
    const id = await saving.catch(async (error: unknown) => {
      await onRefusal(error)
      throw error
    })
    const Key = `${object.bucket}/${object.key}`
    if (!upsert) return { Id: id, Key }
    await garbage.collect()
    const row = await findObject(database, caller, object.bucket, object.key)
    return { Id: row?.id ?? id, Key }
  }

  /** The same; without a row the file goes. */
  const nameFile = (caller: Caller, object: NewObject, upsert: boolean) =>
    name(caller, object, upsert, async (error) => {
      if (!(error instanceof DatabaseUnavailable)) await files.remove(object.version)
    })

  /**
   * What may be uploaded there, before a byte of it is read.
   * @param type of the content, where it is known already
   * @throws when the bucket does not take it, or the caller may not write there
   */
  async function admit({ bucket, key, caller, owner, upsert }: UploadOptions, type?: string): Promise<UploadLimits> {
    const { file_size_limit, allowed_mime_types } = await findBucket(database, bucket)
    if (type !== undefined && !allowsMimeType(allowed_mime_types, type)) throw invalidMimeType(type)
    const draft = { bucket, key, owner, version: '', metadata: null, userMetadata: null }
    await rehearse(database, caller, draft, upsert)
    return {
      maxBytes: Math.min(maxBytes, file_size_limit === null ? maxBytes : Number(file_size_limit)),
      mimeTypes: allowed_mime_types,
    }
  }

  return {
    name,
    admit,

    /** Streams an upload into the store; refused before its bytes are read when the caller may not write there. */
    async upload(request: Request, place: UploadOptions) {
      const { bucket, key, caller, owner, upsert } = place
      const received = await receiveUpload(files, request, await admit(place, typeOfRaw(request.headers)))
      return nameFile(caller, { bucket, key, owner, ...received }, upsert)
    },

    /** The row as the caller may see it. @throws StorageError `not_found` */
    async find(caller: Caller, { bucket, key }: Place): Promise<ObjectRow> {
      const row = await findObject(database, caller, bucket, key)
      if (!row) throw noSuchObject()
      return row
    },

    /** The row as the caller may see it, or that of an object in a public bucket. @throws StorageError `not_found` */
    async findReadable(caller: Caller, { bucket, key }: Place): Promise<ObjectRow> {
      const row = (await findObject(database, caller, bucket, key)) ?? (await findPublicObject(database, bucket, key))
      if (!row) throw noSuchObject()
      return row
    },

    /** The row of an object in a public bucket. @throws StorageError `not_found` */
    async findPublic({ bucket, key }: Place): Promise<ObjectRow> {
      const row = await findPublicObject(database, bucket, key)
      if (!row) throw noSuchObject()
      return row
    },

    /** Sends the content of the object that `find` finds; asks again when it is replaced at that very moment. */
    async serve(request: Request, find: () => Promise<ObjectRow>, shared: boolean): Promise<Response> {
      const response =
        (await serveObject(files, request, await find(), shared)) ??
        (await serveObject(files, request, await find(), shared))
      if (!response) throw noSuchObject()
      return response
    },

    async move(caller: Caller, from: Place, to: Place): Promise<void> {
      if (!(await moveObject(database, caller, from, to))) throw noSuchObject()
    },

    async copy(caller: Caller, from: Place, to: Place, upsert: boolean) {
      const source = await this.find(caller, from)
      const version = crypto.randomUUID()
      if (!(await files.copy(source.version, version))) throw noSuchObject()
      const { metadata, user_metadata: userMetadata } = source
      return nameFile(caller, { ...to, owner: ownerOf(caller), version, metadata, userMetadata }, upsert)
    },

    /** Deletes what the caller may delete of these; all of the bucket without keys. */
    async remove(caller: Caller, bucket: string, keys?: string[]): Promise<ObjectRow[]> {
      const rows = await deleteObjects(database, caller, bucket, keys)
      await garbage.collect()
      return rows
    },
  }
}
