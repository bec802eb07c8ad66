import { errorAnswer, invalidRange, noSuchObject } from './errors.ts'
import type { FileStore } from './file-store.ts'
import { inertHeaders } from './inert.ts'
import type { ObjectRow } from './objects.ts'
import { parseRange } from './range.ts'

/**
 * Answers with the content of an object: whole, a range (206, 416), or nothing new (304). HEAD gets the headers alone.
 * @param shared whether caches between us and the reader may keep it
 * @returns undefined when the file has been replaced meanwhile: look the row up again.
 */
export async function serveObject(
  files: FileStore,
  request: Request,
  { version, metadata }: ObjectRow,
  shared: boolean,
): Promise<Response | undefined> {
  if (!metadata) throw noSuchObject()
  const { size, mimetype, eTag, cacheControl } = metadata
  const modified = new Date(metadata.lastModified)
  const headers = new Headers({
    'accept-ranges': 'bytes',
    'cache-control':
      shared || /no-cache|no-store|private/.test(cacheControl) ? cacheControl : `private, ${cacheControl}`,
    etag: eTag,
    'last-modified': modified.toUTCString(),
    ...inertHeaders(mimetype),
    ...disposition(new URL(request.url).searchParams.get('download')),
  })
  if (isUnchanged(request.headers, eTag, modified)) return new Response(null, { status: 304, headers })

  const ifRange = request.headers.get('if-range')
  const wanted = ifRange && ifRange !== eTag && ifRange !== modified.toUTCString() ? null : request.headers.get('range')
  const range = parseRange(wanted, size)
  if (range === 'unsatisfiable') return errorAnswer(invalidRange(), { 'content-range': `bytes */${size}` })
  const { start, end } = range ?? { start: 0, end: size - 1 }
  headers.set('content-length', String(end - start + 1))
  if (range) headers.set('content-range', `bytes ${start}-${end}/${size}`)
  const status = range ? 206 : 200
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const body = await files.read(version, { start, end })
  return body && new Response(body, { status, headers })
}

function isUnchanged(headers: Headers, eTag: string, modified: Date): boolean {
  const known = headers.get('if-none-match')
  if (known !== null) return known === '*' || known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === eTag)
  const since = Date.parse(headers.get('if-modified-since') ?? '')
  return Math.floor(modified.getTime() / 1000) * 1000 <= since
}

/** `?download` saves under the address's own name, `?download=name` under another. */
function disposition(download: string | null): Record<string, string> {
  if (download === null) return {}
  if (download === '') return { 'content-disposition': 'attachment;' }
  const name = encodeURIComponent(download).replace(/'/g, '%27')
  return { 'content-disposition': `attachment; filename=${name}; filename*=UTF-8''${name}` }
}
