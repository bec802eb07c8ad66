import { createHash, randomUUID } from 'node:crypto'
import { invalidMimeType, invalidRequest, StorageError, tooLarge } from './errors.ts'
import type { FileStore } from './file-store.ts'
import { type FormPart, fieldText, formBoundary, readForm } from './multipart.ts'
import { allowsMimeType, cleanCacheControl, cleanContentType } from './names.ts'
import type { ObjectMetadata } from './objects.ts'

/** What of a form is read beside its file. */
const FIELDS = ['cacheControl', 'metadata']
/** Clients send these two and few others, all of them small. */
const MOST_OTHER_PARTS = 20
const MOST_OTHER_BYTES = 1024 * 1024

export type UploadLimits = { maxBytes: number; mimeTypes: string[] | null }

/** A file that has been received and lies in the store, without a row yet. */
export type Received = {
  version: string
  metadata: ObjectMetadata
  userMetadata: Record<string, unknown> | null
}

/**
 * Streams the body of an upload, raw or as a form, into the store.
 * @throws StorageError when it is too large, of a refused type, broken off or malformed; then no file remains.
 */
export async function receiveUpload(files: FileStore, request: Request, limits: UploadLimits): Promise<Received> {
  const body = bodyOf(request)
  const boundary = formBoundary(request.headers.get('content-type'))
  return boundary
    ? receiveForm(files, readForm(body, boundary), limits)
    : receiveRaw(files, request.headers, body, limits)
}

/** The type of an upload that is no form: what a form holds is known when it is read. */
export function typeOfRaw(headers: Headers): string | undefined {
  const declared = headers.get('content-type')
  return formBoundary(declared) ? undefined : cleanContentType(declared)
}

async function receiveRaw(
  files: FileStore,
  headers: Headers,
  body: AsyncIterable<Uint8Array>,
  limits: UploadLimits,
): Promise<Received> {
  if (Number(headers.get('content-length') ?? 0) > limits.maxBytes) throw tooLarge()
  const encoded = headers.get('x-metadata')
  const userMetadata = encoded ? parseUserMetadata(Buffer.from(encoded, 'base64').toString('utf8')) : null
  const file = await storeFile(files, body, headers.get('content-type'), limits)
  return describe(file, headers.get('cache-control'), userMetadata)
}

async function receiveForm(files: FileStore, parts: AsyncIterable<FormPart>, limits: UploadLimits): Promise<Received> {
  const fields = new Map<string, string>()
  const measured = measureOthers()
  let file: StoredFile | undefined
  try {
    for await (const part of parts) {
      const isField = part.fileName === undefined
      if (!isField && !file) {
        file = await storeFile(files, part.body, part.contentType, limits)
        continue
      }
      const body = measured(part.body)
      if (isField && FIELDS.includes(part.name)) fields.set(part.name, await fieldText({ body }))
      else for await (const _unread of body);
    }
    if (!file) throw invalidRequest('The form holds no file')
    const metadata = fields.get('metadata')
    return describe(file, fields.get('cacheControl'), metadata ? parseUserMetadata(metadata) : null)
  } catch (error) {
    if (file) await files.remove(file.version)
    throw error
  }
}

/** Hands on the bodies of parts beside the file. @throws StorageError for more of them than a form has */
function measureOthers() {
  let parts = 0
  let bytes = 0
  return async function* (body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    if (++parts > MOST_OTHER_PARTS) throw invalidRequest('The form has too many parts')
    for await (const chunk of body) {
      bytes += chunk.length
      if (bytes > MOST_OTHER_BYTES) throw invalidRequest('The form holds too much beside its file')
      yield chunk
    }
  }
}

/** What is known of a file that was stored; its hash is that of the content, or stands for it. */
export type StoredFile = { version: string; size: number; hash: string; contentType: string }

async function storeFile(
  files: FileStore,
  chunks: AsyncIterable<Uint8Array>,
  declaredType: string | null | undefined,
  { maxBytes, mimeTypes }: UploadLimits,
): Promise<StoredFile> {
  const contentType = cleanContentType(declaredType)
  if (!allowsMimeType(mimeTypes, contentType)) throw invalidMimeType(contentType)
  const version = randomUUID()
  const hash = createHash('sha256')
  let size = 0
  async function* metered() {
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > maxBytes) throw tooLarge()
      hash.update(chunk)
      yield chunk
    }
  }
  await files.write(version, metered())
  return { version, size, hash: hash.digest('hex').slice(0, 32), contentType }
}

/** What is to be written down of a file that lies in the store. */
export function describe(
  { version, size, hash, contentType }: StoredFile,
  cacheControl: string | null | undefined,
  userMetadata: Record<string, unknown> | null,
): Received {
  const metadata: ObjectMetadata = {
    eTag: `"${hash}"`,
    size,
    mimetype: contentType,
    cacheControl: cleanCacheControl(cacheControl),
    lastModified: new Date().toISOString(),
    contentLength: size,
    httpStatusCode: 200,
  }
  return { version, metadata, userMetadata }
}

/** The bytes of a body; a connection that breaks off is the sender's error, not ours. */
async function* bodyOf(request: Request): AsyncGenerator<Uint8Array> {
  const reader = request.body?.getReader()
  if (!reader) return
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new StorageError(400, 'AbortedTerminate', 'The upload was broken off')
    })
    if (done) return
    yield value
  }
}

/** Reads a person's own words about an object. @throws StorageError `InvalidRequest` unless it is a JSON object */
export function parseUserMetadata(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch {
    // told below
  }
  throw invalidRequest('The metadata is not a JSON object')
}
