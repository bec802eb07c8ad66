import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { S3Options } from '../../src/options.ts'
import { signS3Request } from '../../src/storage/s3-signature.ts'

type Answer = { status?: number; headers?: Record<string, string>; body?: string | Uint8Array }
type File = { content: Buffer; modified: Date }

export type TestS3 = {
  options: S3Options
  files: Map<string, File>
  /** Uploads in parts that have not ended. */
  uploads: Map<string, { key: string; parts: Map<number, Buffer>; initiated: Date }>
  /** Statuses to answer with before anything is looked at, one for each request. */
  failures: number[]
  close(): Promise<void>
}

const PAGE = 2

/** A small S3 in memory that checks every signature and takes parts from 5 MiB on. */
export async function startTestS3(): Promise<TestS3> {
  const files: TestS3['files'] = new Map()
  const uploads: TestS3['uploads'] = new Map()
  const failures: number[] = []
  const credentials = { accessKeyId: 'TESTKEY', secretAccessKey: 'test-secret', region: 'eu-central-1' }

  function answer(
    method: string,
    key: string,
    query: URLSearchParams,
    incoming: IncomingMessage,
    body: Buffer,
  ): Answer {
    const uploadId = query.get('uploadId') ?? ''
    if (key === '' && query.has('uploads')) return { body: [...uploads].map(describeUpload).join('') }
    if (key === '') return listFiles(query)
    if (method === 'POST' && query.has('uploads')) {
      const id = randomUUID()
      uploads.set(id, { key, parts: new Map(), initiated: new Date() })
      return { body: `<UploadId>${id}</UploadId>` }
    }
    if (method === 'PUT' && uploadId) {
      uploads.get(uploadId)?.parts.set(Number(query.get('partNumber')), body)
      return { headers: { etag: `"${query.get('partNumber')}"` } }
    }
    if (method === 'POST') return complete(uploadId)
    if (method === 'DELETE' && uploadId) return { status: uploads.delete(uploadId) ? 204 : 404 }
    if (method === 'DELETE') {
      files.delete(key)
      return { status: 204 }
    }
    const source = incoming.headers['x-amz-copy-source']
    if (method === 'PUT' && typeof source === 'string') {
      const original = files.get(source.split('/').slice(2).join('/'))
      if (!original) return { status: 404, body: '<Error><Code>NoSuchKey</Code></Error>' }
      files.set(key, { content: original.content, modified: new Date() })
      return { body: '<CopyObjectResult/>' }
    }
    if (method === 'PUT') {
      files.set(key, { content: body, modified: new Date() })
      return {}
    }
    const file = files.get(key)
    const [, start = '0', end = '0'] = /^bytes=(\d+)-(\d+)$/.exec(incoming.headers.range ?? '') ?? []
    if (!file) return { status: 404, body: '<Error><Code>NoSuchKey</Code></Error>' }
    return { status: 206, body: file.content.subarray(Number(start), Number(end) + 1) }
  }

  function complete(uploadId: string): Answer {
    const upload = uploads.get(uploadId)
    const parts = [...(upload?.parts ?? [])].sort(([a], [b]) => a - b).map(([, part]) => part)
    if (!upload || parts.slice(0, -1).some((part) => part.length < 5 * 1024 * 1024)) {
      return { status: 400, body: '<Error><Code>EntityTooSmall</Code></Error>' }
    }
    files.set(upload.key, { content: Buffer.concat(parts), modified: new Date() })
    uploads.delete(uploadId)
    return { body: '<CompleteMultipartUploadResult/>' }
  }

  function listFiles(query: URLSearchParams): Answer {
    const keys = [...files.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).sort()
    const from = Number(query.get('continuation-token') ?? 0)
    const entries = keys
      .slice(from, from + PAGE)
      .map(
        (key) =>
          `<Contents><Key>${key}</Key><LastModified>${files.get(key)?.modified.toISOString()}</LastModified></Contents>`,
      )
    const next = from + PAGE < keys.length ? `<NextContinuationToken>${from + PAGE}</NextContinuationToken>` : ''
    return { body: `<ListBucketResult>${entries.join('')}${next}</ListBucketResult>` }
  }

  const http = createServer((incoming, outgoing) => {
    void buffer(incoming).then(async (body) => {
      const url = new URL(incoming.url ?? '/', `http://${incoming.headers.host}`)
      const key = decodeURIComponent(url.pathname.replace(/^\/bucket\/?/, ''))
      const failure = failures.shift()
      const {
        status = 200,
        headers = {},
        body: content = '',
      } = failure
        ? { status: failure, body: '<Error/>' }
        : (await isSigned(incoming, url, body))
          ? answer(incoming.method ?? '', key, url.searchParams, incoming, body)
          : { status: 403, body: '<Error><Code>SignatureDoesNotMatch</Code></Error>' }
      outgoing.writeHead(status, headers).end(content)
    })
  })

  /** Signs what has arrived once more and compares. */
  async function isSigned(incoming: IncomingMessage, url: URL, body: Buffer): Promise<boolean> {
    const { authorization = '', 'x-amz-date': time = '' } = incoming.headers as Record<string, string>
    const names = /SignedHeaders=([^,]+)/.exec(authorization)?.[1]?.split(';') ?? []
    const added = ['host', 'x-amz-date', 'x-amz-content-sha256']
    const signed = names.filter((name) => !added.includes(name)).map((name) => [name, String(incoming.headers[name])])
    const moment = new Date(time.replace(/(....)(..)(..T..)(..)(..)Z/, '$1-$2-$3:$4:$5Z'))
    const request = { method: incoming.method ?? '', url, headers: Object.fromEntries(signed), body }
    return (await signS3Request(request, credentials, moment)).authorization === authorization
  }

  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  return {
    options: {
      endpoint: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
      bucket: 'bucket',
      prefix: 'academy/',
      ...credentials,
    },
    files,
    uploads,
    failures,
    close: () => {
      http.closeAllConnections()
      return new Promise((resolve) => http.close(() => resolve()))
    },
  }
}

function describeUpload([id, { key, initiated }]: [string, { key: string; initiated: Date }]): string {
  return `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${initiated.toISOString()}</Initiated></Upload>`
}
