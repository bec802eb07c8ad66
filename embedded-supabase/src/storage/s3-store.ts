import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { S3Options } from '../options.ts'
import type { FileStore } from './file-store.ts'
import { signS3Request } from './s3-signature.ts'

/** What is held in memory of an upload; S3 wants at least 5 MiB in every part but the last. */
const PART_BYTES = 8 * 1024 * 1024
const READ_AHEAD_BYTES = 256 * 1024
const TRIES = 3
const TIMEOUT_MS = 60_000

type Call = { method: string; query?: Record<string, string>; headers?: Record<string, string>; body?: Uint8Array }

/** Keeps files in a bucket of an S3-compatible service. */
export function createS3Store({ endpoint, bucket, prefix = '', ...credentials }: S3Options): FileStore {
  /** @param id of a file; undefined for the bucket itself */
  async function send(id: string | undefined, { method, query = {}, headers = {}, body }: Call): Promise<Response> {
    const url = new URL(`${endpoint.replace(/\/$/, '')}/${bucket}${id === undefined ? '' : `/${prefix}${id}`}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    for (let attempt = 1; ; attempt++) {
      try {
        const response = await fetch(url, {
          method,
          redirect: 'error',
          headers: await signS3Request({ method, url, headers, body }, credentials),
          ...(body ? { body: new Uint8Array(body) } : {}),
          ...(method === 'GET' ? {} : { signal: AbortSignal.timeout(TIMEOUT_MS) }),
        })
        if (response.status < 500 || attempt === TRIES) return response
        await response.body?.cancel()
      } catch (error) {
        if (attempt === TRIES) throw error
      }
      await delay(200 * 2 ** attempt)
    }
  }

  /** Sends a call whose answer must be a success. @throws with the status and the code that S3 gives. */
  async function demand(id: string | undefined, call: Call): Promise<{ text: string; headers: Headers }> {
    const response = await send(id, call)
    const text = await response.text()
    if (!response.ok || text.includes('<Error>')) {
      throw new Error(`S3 answered ${response.status} ${element(text, 'Code') ?? ''} to ${call.method}`)
    }
    return { text, headers: response.headers }
  }

  async function writeParts(id: string, parts: AsyncGenerator<Uint8Array>): Promise<void> {
    const first = await parts.next()
    const second = await parts.next()
    if (second.done) {
      await demand(id, { method: 'PUT', body: first.value ?? new Uint8Array() })
      return
    }
    const uploadId = element((await demand(id, { method: 'POST', query: { uploads: '' } })).text, 'UploadId') ?? ''
    try {
      const tags: string[] = []
      const sendPart = async (body: Uint8Array) => {
        const query = { partNumber: String(tags.length + 1), uploadId }
        tags.push((await demand(id, { method: 'PUT', query, body })).headers.get('etag') ?? '')
      }
      await sendPart(first.value)
      await sendPart(second.value)
      for await (const part of parts) await sendPart(part)
      const list = tags.map((tag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
      const body = Buffer.from(`<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`)
      await demand(id, { method: 'POST', query: { uploadId }, body })
    } catch (error) {
      await send(id, { method: 'DELETE', query: { uploadId } }).catch(() => undefined)
      throw error
    }
  }

  async function abandonUploads(before: Date): Promise<void> {
    const { text } = await demand(undefined, { method: 'GET', query: { uploads: '', prefix } })
    for (const upload of elements(text, 'Upload')) {
      const uploadId = element(upload, 'UploadId') ?? ''
      const id = (element(upload, 'Key') ?? '').slice(prefix.length)
      if (isBefore(element(upload, 'Initiated'), before)) await send(id, { method: 'DELETE', query: { uploadId } })
    }
  }

  return {
    write: (id, chunks) => writeParts(id, inParts(chunks)),

    async adopt(id, path) {
      await writeParts(id, inParts(createReadStream(path, { highWaterMark: READ_AHEAD_BYTES })))
      await rm(path, { force: true })
    },

    async read(id, { start, end }) {
      if (end < start) return new Uint8Array()
      const response = await send(id, { method: 'GET', headers: { range: `bytes=${start}-${end}` } })
      // Taken over at once: fetch cancels a body that nobody holds when its response is collected as garbage.
      if (response.ok && response.body) return response.body.pipeThrough(new TransformStream())
      await response.body?.cancel()
      if (response.status === 404) return undefined
      throw new Error(`S3 answered ${response.status} to GET`)
    },

    async copy(from, to) {
      const headers = { 'x-amz-copy-source': `/${bucket}/${prefix}${from}` }
      const response = await send(to, { method: 'PUT', headers })
      const text = await response.text()
      if (response.status === 404) return false
      if (!response.ok || text.includes('<Error>')) throw new Error(`S3 answered ${response.status} to a copy`)
      return true
    },

    async remove(id) {
      await demand(id, { method: 'DELETE' })
    },

    async *list(before) {
      await abandonUploads(before)
      let token: string | undefined
      do {
        const query = { 'list-type': '2', prefix, ...(token ? { 'continuation-token': token } : {}) }
        const { text } = await demand(undefined, { method: 'GET', query })
        for (const file of elements(text, 'Contents')) {
          if (isBefore(element(file, 'LastModified'), before)) yield (element(file, 'Key') ?? '').slice(prefix.length)
        }
        token = element(text, 'NextContinuationToken')
      } while (token)
    },
  }
}

/** Gathers chunks to parts of the size that S3 wants; the last one may be smaller. */
async function* inParts(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, undefined> {
  let gathered: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    gathered.push(chunk)
    size += chunk.length
    if (size < PART_BYTES) continue
    yield Buffer.concat(gathered)
    gathered = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(gathered)
}

function isBefore(time: string | undefined, before: Date): boolean {
  return time !== undefined && new Date(time) < before
}

/** The texts of all elements of a name; S3's answers are flat enough to be read so. */
function elements(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([\\s\\S]*?)</${name}>`, 'g'))].map(([, text]) => text ?? '')
}

function element(xml: string, name: string): string | undefined {
  return elements(xml, name)[0]
}
