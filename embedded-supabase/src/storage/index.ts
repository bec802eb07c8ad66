import { join } from 'node:path'
import { bearerToken, callerOf } from '../caller.ts'
import { DatabaseUnavailable } from '../errors.ts'
import type { Part } from '../options.ts'
import type { PartDependencies } from '../part-dependencies.ts'
import {
  bucketBody,
  bucketQuery,
  createBucket,
  deleteBucket,
  getBucket,
  listBuckets,
  newBucketBody,
  updateBucket,
} from './buckets.ts'
import { createDiskStore } from './disk-store.ts'
import { asStorageError, errorAnswer, jsonAnswer, noToken, notEnabled } from './errors.ts'
import type { FileStore } from './file-store.ts'
import { createGarbage } from './garbage.ts'
import { check, readBody } from './json-body.ts'
import { decodeSegment, parseSize } from './names.ts'
import { createObjectRoutes } from './object-routes.ts'
import { doing, operationOf, withOperations } from './operations.ts'
import { askAgain, protocolError } from './resumable/errors.ts'
import { createPartsFolder } from './resumable/parts-folder.ts'
import { createResumableRoutes } from './resumable/routes.ts'
import { createRunning } from './resumable/running.ts'
import { sweepUploads } from './resumable/sweep.ts'
import { createUploads } from './resumable/uploads.ts'
import { createObjectService, type ObjectService } from './service.ts'
import { createSignedLinks } from './signed-links.ts'

const PREFIX = '/storage/v1/'

/**
 * Makes the part that answers `/storage/v1` (protocol section 4). Rows live in `storage.objects`, contents in files
 * that the server names itself; who may do what is decided by the policies of the two tables.
 */
export function createStorage(
  {
    database: anyDatabase,
    jwt,
    keys,
    config,
    dataDirectory,
    externalUrl,
    log,
    closing,
    filesHeldWhen,
  }: PartDependencies,
  files: FileStore = createDiskStore(join(dataDirectory, 'storage')),
): Part {
  const database = withOperations(anyDatabase)
  const running = createRunning()
  const parts = createPartsFolder(join(dataDirectory, 'storage', 'uploads'))
  const garbage = createGarbage(
    database,
    files,
    () => sweepUploads(database, parts, running),
    log,
    closing,
    filesHeldWhen,
  )
  const maxBytes = parseSize(config.storage.file_size_limit)
  const objects = createObjectService({ database, files, garbage, maxBytes })
  const whoever = async (request: Request) => {
    if (!bearerToken(request) && !request.headers.has('apikey')) throw noToken()
    const operation = operationOf(request.method, new URL(request.url).pathname.slice(PREFIX.length))
    return doing(await callerOf(request, jwt), operation)
  }
  const links = createSignedLinks(keys.jwtSecret)
  const answerObjects = createObjectRoutes({
    ...{ database, objects, links },
    longestLinkSeconds: config.storage.max_signed_url_seconds,
    callerOf: whoever,
  })
  const answerUploads = createResumableRoutes({
    uploads: createUploads({ database, files, parts, objects, running, maxBytes }),
    ...{ links, maxBytes, callerOf: whoever },
    address: `${externalUrl.replace(/\/$/, '')}${PREFIX}upload/resumable`,
  })
  const answerBuckets = createBucketRoutes({ database, objects, callerOf: whoever })

  async function answer(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url)
    const path = pathname.slice(PREFIX.length)
    if (path === 'status' && request.method === 'GET') return new Response(null)
    const at = path.indexOf('/')
    const [area, rest] = at < 0 ? [path, ''] : [path.slice(0, at), path.slice(at + 1)]
    if (area === 'render') throw notEnabled('image transformation')
    if (area === 'cdn') throw notEnabled('purge cache')
    const found =
      area === 'object' && rest !== ''
        ? await answerObjects(rest, request)
        : area === 'bucket'
          ? await answerBuckets(rest, request)
          : area === 'upload'
            ? await answerUploads(rest, request)
            : undefined
    if (found === undefined) {
      const message = `Route ${request.method}:/${path}${search} not found`
      return jsonAnswer({ message, error: 'Not Found', statusCode: 404 }, 404)
    }
    return found instanceof Response ? found : jsonAnswer(found)
  }

  return async (request) => {
    try {
      return await answer(request)
    } catch (error) {
      const isLook = isResumable(request) && request.method === 'HEAD'
      const failure = isLook && error instanceof DatabaseUnavailable ? askAgain() : asStorageError(error)
      if (failure.statusCode >= 500) {
        log({ level: 'error', part: 'storage', message: failure.error, error: String(error) })
      }
      return isResumable(request) ? protocolError(failure, request.method) : errorAnswer(failure)
    }
  }
}

const isResumable = (request: Request) => new URL(request.url).pathname.startsWith(`${PREFIX}upload/resumable`)

type BucketRoutesOptions = Pick<PartDependencies, 'database'> & {
  objects: ObjectService
  callerOf: (request: Request) => ReturnType<typeof callerOf>
}

/** Answers `/bucket` and what lies below it; undefined for a path or method that is none of ours. */
function createBucketRoutes({ database, objects, callerOf }: BucketRoutesOptions) {
  return async (path: string, request: Request): Promise<unknown> => {
    const [id = '', action, ...more] = path.split('/').map(decodeSegment)
    const { method } = request
    if (id === '') {
      if (method === 'POST') {
        return createBucket(database, await callerOf(request), await readBody(request, newBucketBody))
      }
      if (method !== 'GET') return undefined
      const query = check(bucketQuery, Object.fromEntries(new URL(request.url).searchParams))
      return listBuckets(database, await callerOf(request), query)
    }
    if (more.length > 0) return undefined
    const caller = await callerOf(request)
    if (action === 'empty' && method === 'POST') {
      await getBucket(database, caller, id)
      await objects.remove(caller, id)
      return { message: 'Empty bucket has been queued. Completion may take up to an hour.' }
    }
    if (action !== undefined) return undefined
    if (method === 'GET') return getBucket(database, caller, id)
    if (method === 'PUT') return updateBucket(database, caller, id, await readBody(request, bucketBody))
    if (method === 'DELETE') return deleteBucket(database, caller, id)
    return undefined
  }
}
