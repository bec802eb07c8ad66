import { invalidRequest } from '../errors.ts'
import type { Place } from '../service.ts'
import type { SignedLinks } from '../signed-links.ts'
import { noLength, noOffset, noSuchUpload, wrongContentType, wrongVersion } from './errors.ts'
import { BYTES_TYPE, EXTENSIONS, parseBytes, readUploadId, TUS_VERSION, writeUploadId } from './headers.ts'
import type { Upload } from './rows.ts'
import { placeOf, type Sender, senderByLink, senderByToken } from './sender.ts'
import type { Uploads } from './uploads.ts'

export type ResumableRoutesOptions = {
  uploads: Uploads
  links: SignedLinks
  callerOf: (request: Request) => Promise<Sender['caller']>
  /** Where clients find `/upload/resumable`. */
  address: string
  maxBytes: number
}

/**
 * Answers `/upload/resumable` and what lies below it: tus 1.0.0 as Supabase Storage speaks it (protocol section 4.1).
 * @param path what follows `/upload/`, still encoded
 * @returns undefined for a path or method that is none of ours
 */
export function createResumableRoutes({ uploads, links, callerOf, address, maxBytes }: ResumableRoutesOptions) {
  /** Who sends, by token or, below `/sign`, by the link that the place was signed for. */
  const senderOf = async (request: Request, isSigned: boolean, place: Place) =>
    isSigned ? senderByLink(links, request, place) : senderByToken(await callerOf(request), request)

  async function begin(request: Request, isSigned: boolean): Promise<Response> {
    const { headers } = request
    if (headers.has('upload-concat')) throw invalidRequest('Concatenation is not supported')
    if (headers.has('upload-defer-length')) throw invalidRequest('creation-defer-length is not supported')
    const size = parseBytes(headers.get('upload-length'))
    if (size === undefined) throw noLength()
    const metadata = headers.get('upload-metadata') ?? ''
    const sender = await senderOf(request, isSigned, placeOf(metadata))
    const hasBytes = headers.get('content-type') === BYTES_TYPE
    const upload = await uploads.begin(sender, { size, metadata }, hasBytes ? request : undefined)
    const location = `${address}${isSigned ? '/sign' : ''}/${writeUploadId(upload)}`
    return answer(201, upload, { location })
  }

  /** An upload and who asks for it. @throws 404 when somebody else began it, as if there were none */
  async function demand(request: Request, isSigned: boolean, text: string): Promise<{ id: string; sender: Sender }> {
    const declared = readUploadId(text)
    if (!declared) throw noSuchUpload()
    const sender = await senderOf(request, isSigned, declared)
    const { id, bucket, key, holder } = await uploads.find(declared.id)
    if (holder !== sender.holder || bucket !== declared.bucket || key !== declared.key) throw noSuchUpload()
    return { id, sender }
  }

  async function answerOne(request: Request, isSigned: boolean, text: string): Promise<Response | undefined> {
    if (request.method === 'HEAD') {
      const { id, sender } = await demand(request, isSigned, text)
      const upload = await uploads.look(sender, id)
      const declared = { 'upload-length': String(upload.size), 'upload-metadata': upload.metadata }
      return answer(200, upload, { ...declared, 'cache-control': 'no-store' })
    }
    if (request.method === 'PATCH') {
      if (request.headers.get('content-type') !== BYTES_TYPE) throw wrongContentType()
      const offset = parseBytes(request.headers.get('upload-offset'))
      if (offset === undefined) throw noOffset()
      const { id, sender } = await demand(request, isSigned, text)
      return answer(204, await uploads.append(sender, id, offset, request))
    }
    if (request.method !== 'DELETE') return undefined
    const { id } = await demand(request, isSigned, text)
    await uploads.remove(id)
    return new Response(null, { status: 204, headers: { 'tus-resumable': TUS_VERSION } })
  }

  return async (path: string, request: Request): Promise<Response | undefined> => {
    const [area, ...rest] = path.split('/').filter((segment) => segment !== '')
    if (area !== 'resumable') return undefined
    if (request.method === 'OPTIONS') return abilities(maxBytes)
    const isSigned = rest[0] === 'sign'
    const [text, ...more] = isSigned ? rest.slice(1) : rest
    if (more.length > 0) return undefined
    if (request.headers.get('tus-resumable') !== TUS_VERSION) throw wrongVersion()
    if (text !== undefined) return answerOne(request, isSigned, text)
    return request.method === 'POST' ? begin(request, isSigned) : undefined
  }
}

function answer(status: number, upload: Upload, further: Record<string, string> = {}): Response {
  const headers = new Headers({ 'tus-resumable': TUS_VERSION, 'upload-offset': String(upload.offset), ...further })
  if (upload.isFinished) headers.set('tus-complete', '1')
  else headers.set('upload-expires', upload.expiresAt.toUTCString())
  return new Response(null, { status, headers })
}

const abilities = (maxBytes: number) =>
  new Response(null, {
    status: 204,
    headers: {
      'tus-resumable': TUS_VERSION,
      'tus-version': TUS_VERSION,
      'tus-extension': EXTENSIONS,
      'tus-max-size': String(maxBytes),
    },
  })
