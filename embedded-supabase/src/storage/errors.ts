import { DatabaseUnavailable, isDatabaseError } from '../errors.ts'
import { TokenError } from '../jwt.ts'

/**
 * An error in the form of Supabase Storage: the answer is HTTP 400 whatever the kind, and `statusCode` inside tells more
 * (protocol section 4). Only what clients and proxies must see by the status has one of its own: 416, 500, 507.
 */
export class StorageError extends Error {
  override name = 'StorageError'
  constructor(
    readonly statusCode: number,
    readonly error: string,
    message: string,
    readonly httpStatus = 400,
  ) {
    super(message)
  }
}

export const noSuchBucket = () => new StorageError(404, 'Bucket not found', 'Bucket not found')
export const noSuchObject = () => new StorageError(404, 'not_found', 'Object not found')
const alreadyExists = () => new StorageError(409, 'Duplicate', 'The resource already exists')
export const bucketNotEmpty = () =>
  new StorageError(409, 'InvalidRequest', 'The bucket you tried to delete is not empty')
const accessDenied = (message = 'new row violates row-level security policy') =>
  new StorageError(403, 'Unauthorized', message)
export const noToken = () => accessDenied('Invalid Compact JWS')
export const invalidKey = (key: string) => new StorageError(400, 'InvalidKey', `Invalid key: ${key.slice(0, 200)}`)
export const invalidRequest = (message: string) => new StorageError(400, 'InvalidRequest', message)
export const invalidMimeType = (type: string) =>
  new StorageError(415, 'invalid_mime_type', `mime type ${type} is not supported`)
export const tooLarge = () => new StorageError(413, 'Payload too large', 'The object exceeded the maximum allowed size')
export const invalidToken = (message: string) => new StorageError(400, 'InvalidJWT', message)
export const notEnabled = (feature: string) =>
  new StorageError(403, 'FeatureNotEnabled', `The feature ${feature} is not enabled for this resource`)
export const invalidRange = () => new StorageError(416, 'invalid_range', 'invalid range provided', 416)
const diskFull = () => new StorageError(507, 'InsufficientStorage', 'There is no room left to store the object', 507)

const FULL = ['ENOSPC', 'EDQUOT']
const DISK_FULL_SQLSTATE = '53100'

/** Reads any error as an answer of this service. @throws what the gateway answers itself: the database being away. */
export function asStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error
  if (error instanceof TokenError) return accessDenied(error.message)
  if (error instanceof DatabaseUnavailable) throw error
  if (isDatabaseError(error)) return fromDatabase(error.code, error.constraint)
  if (error instanceof Error && 'code' in error && FULL.includes(String(error.code))) return diskFull()
  return new StorageError(500, 'InternalError', 'Internal server error', 500)
}

function fromDatabase(code: string, constraint: string | undefined): StorageError {
  if (code.startsWith('22')) return invalidRequest('A value cannot be stored')
  switch (code) {
    case '42501':
      return accessDenied()
    // A rule of the project refused on purpose (protocol 2.8); this service has no form for its code.
    case 'PGRST':
      return accessDenied('Access denied')
    case '23505':
      return alreadyExists()
    case '23503':
      return constraint === 'objects_bucket_id_fkey' ? noSuchBucket() : invalidRequest('The resource is still in use')
    case '57014':
      return new StorageError(544, 'DatabaseTimeout', 'The database took too long', 503)
    case DISK_FULL_SQLSTATE:
      return diskFull()
    default:
      return new StorageError(500, 'DatabaseError', 'Internal server error', 500)
  }
}

export function errorAnswer(
  { statusCode, error, message, httpStatus }: StorageError,
  headers: Record<string, string> = {},
): Response {
  return jsonAnswer({ statusCode: String(statusCode), error, message }, httpStatus, headers)
}

/** An answer in JSON, named as the storage service names it. */
export const jsonAnswer = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  })
