import { z } from 'zod'
import type { Caller, Database } from '../database/index.ts'
import { list, number } from './coerce.ts'
import { invalidRequest, noSuchObject } from './errors.ts'
import { check, readBody } from './json-body.ts'
import { listBody, listFolder, listPage, listV2Body } from './list.ts'
import { checkKey, decodeSegment, isKey } from './names.ts'
import { findKeys, type ObjectRow, ownerOf, SERVICE } from './objects.ts'
import { doing } from './operations.ts'
import type { ObjectService, Place } from './service.ts'
import type { SignedLinks } from './signed-links.ts'

const UPLOAD_LINK_S = 2 * 3600
const MAX_KEYS = 1000
const SIGN_ERROR = 'Either the object does not exist or you do not have access to it'

const moveBody = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationKey: z.string(),
  destinationBucket: z.string().optional(),
})
const removeBody = z.object({ prefixes: list(z.array(z.string()).min(1).max(MAX_KEYS)) })

export type ObjectRoutesOptions = {
  database: Database
  objects: ObjectService
  links: SignedLinks
  /** Longest life of a link. */
  longestLinkSeconds: number
  /** Who sent a request. @throws TokenError */
  callerOf: (request: Request) => Promise<Caller>
}

/**
 * Answers `/object/...` (protocol section 4).
 * @param path what follows `/object/`, still encoded
 * @returns undefined for a path or method that is none of ours
 */
export function createObjectRoutes({ database, objects, links, longestLinkSeconds, callerOf }: ObjectRoutesOptions) {
  const expiresIn = number(z.number().int().min(1).max(longestLinkSeconds))
  const signBody = z.object({ expiresIn, transform: z.object({}).optional() })
  const signManyBody = z.object({ expiresIn, paths: list(z.array(z.string()).min(1).max(MAX_KEYS)) })
  const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD'
  const upsertOf = (request: Request) => request.headers.get('x-upsert') === 'true'

  async function answerBucket(action: string, bucket: string, request: Request): Promise<unknown> {
    if (request.method === 'DELETE' && action === '') {
      const { prefixes } = await readBody(request, removeBody)
      return objects.remove(await callerOf(request), bucket, prefixes)
    }
    if (request.method !== 'POST') return undefined
    if (action === 'list') {
      return listFolder(database, await callerOf(request), bucket, await readBody(request, listBody))
    }
    if (action === 'list-v2') {
      return listPage(database, await callerOf(request), bucket, await readBody(request, listV2Body))
    }
    if (action === 'sign') {
      const { expiresIn, paths } = await readBody(request, signManyBody)
      return signMany(await callerOf(request), bucket, paths, expiresIn)
    }
    return undefined
  }

  /** Signs links to those objects that the caller may read; the others are told beside them. */
  async function signMany(caller: Caller, bucket: string, paths: string[], seconds: number) {
    const readable = await findKeys(database, caller, bucket, paths)
    return Promise.all(
      paths.map(async (path) =>
        readable.has(path)
          ? { error: null, path, signedURL: await downloadLink({ bucket, key: path }, seconds) }
          : { error: SIGN_ERROR, path, signedURL: null },
      ),
    )
  }

  /** @param area what serves the link: `render/image` for one to a transformed picture */
  async function downloadLink({ bucket, key }: Place, seconds: number, area = 'object'): Promise<string> {
    const token = await links.sign({ use: 'download', url: `${bucket}/${key}` }, seconds)
    return `/${area}/sign/${bucket}/${key}?token=${token}`
  }

  async function answerSigned(place: Place, request: Request): Promise<unknown> {
    if (request.method === 'POST') {
      const { expiresIn, transform } = await readBody(request, signBody)
      await objects.find(await callerOf(request), place)
      return { signedURL: await downloadLink(place, expiresIn, transform && 'render/image') }
    }
    if (!isRead(request)) return undefined
    await links.verify(tokenOf(request), 'download', `${place.bucket}/${place.key}`)
    return objects.serve(request, () => objects.find(SERVICE, place), false)
  }

  async function answerSignedUpload({ bucket, key }: Place, request: Request): Promise<unknown> {
    const url = `${bucket}/${key}`
    if (request.method === 'POST') {
      const caller = await callerOf(request)
      const upsert = upsertOf(request)
      const owner = ownerOf(caller)
      await objects.admit({ bucket, key, caller, owner, upsert })
      const token = await links.sign({ use: 'upload', url, owner, upsert }, Math.min(UPLOAD_LINK_S, longestLinkSeconds))
      return { url: `/object/upload/sign/${url}?token=${token}`, token }
    }
    if (request.method !== 'PUT') return undefined
    const { owner, upsert } = await links.verify(tokenOf(request), 'upload', url)
    const caller = doing(SERVICE, 'storage.object.upload_signed')
    return objects.upload(request, { bucket, key, caller, owner, upsert })
  }

  async function answerObject(access: string, place: Place, request: Request): Promise<unknown> {
    if (isRead(request)) {
      if (access === 'public') return objects.serve(request, () => objects.findPublic(place), true)
      const caller = await callerOf(request)
      return objects.serve(request, () => objects.findReadable(caller, place), false)
    }
    if (access !== '') return undefined
    const caller = await callerOf(request)
    const { method } = request
    const owner = ownerOf(caller)
    if (method === 'POST') return objects.upload(request, { ...place, caller, owner, upsert: upsertOf(request) })
    if (method === 'PUT') return objects.upload(request, { ...place, caller, owner, upsert: true })
    if (method !== 'DELETE') return undefined
    const rows = await objects.remove(caller, place.bucket, [place.key])
    if (rows.length === 0) throw noSuchObject()
    return { message: 'Successfully deleted' }
  }

  async function answerInfo(access: string, place: Place, request: Request): Promise<unknown> {
    if (!isRead(request)) return undefined
    if (access === 'public') return toInfo(await objects.findPublic(place))
    return toInfo(await objects.findReadable(await callerOf(request), place))
  }

  async function transfer(action: string, request: Request): Promise<unknown> {
    const body = await readBody(request, moveBody)
    const caller = await callerOf(request)
    const from = { bucket: body.bucketId, key: checkKey(body.sourceKey) }
    const to = { bucket: body.destinationBucket ?? body.bucketId, key: checkKey(body.destinationKey) }
    if (action === 'copy') return objects.copy(caller, from, to, upsertOf(request))
    await objects.move(caller, from, to)
    return { message: 'Successfully moved' }
  }

  return async (path: string, request: Request): Promise<unknown> => {
    const segments = path.split('/').map(decodeSegment)
    const [first = '', second = ''] = segments
    const place = (from: number): Place => {
      const key = segments.slice(from + 1).join('/')
      // Nothing is stored under a name that is none.
      if (isRead(request) && !isKey(key)) throw noSuchObject()
      return { bucket: segments[from] ?? '', key: checkKey(key) }
    }
    if (request.method === 'POST' && segments.length === 1 && (first === 'move' || first === 'copy')) {
      return transfer(first, request)
    }
    if (segments.length === 1) return answerBucket('', first, request)
    if (segments.length === 2 && ['list', 'list-v2', 'sign'].includes(first))
      return answerBucket(first, second, request)
    if (first === 'list' || first === 'list-v2') return undefined
    if (first === 'upload' && second === 'sign' && segments.length > 3) return answerSignedUpload(place(2), request)
    if (first === 'sign') return answerSigned(place(1), request)
    if (first === 'info') {
      const named = ['public', 'authenticated'].includes(second)
      return answerInfo(named ? second : '', place(named ? 2 : 1), request)
    }
    if (first === 'public' || first === 'authenticated') return answerObject(first, place(1), request)
    return answerObject('', place(0), request)
  }
}

function tokenOf(request: Request): string {
  const token = new URL(request.url).searchParams.get('token')
  if (!token) throw invalidRequest("querystring must have required property 'token'")
  return check(z.string().max(4096), token)
}

function toInfo({ metadata, ...row }: ObjectRow) {
  return {
    id: row.id,
    name: row.name,
    version: row.version,
    bucket_id: row.bucket_id,
    size: metadata?.size ?? null,
    content_type: metadata?.mimetype ?? null,
    cache_control: metadata?.cacheControl ?? null,
    etag: metadata?.eTag ?? null,
    metadata: row.user_metadata ?? {},
    last_modified: row.updated_at,
    created_at: row.created_at,
  }
}
