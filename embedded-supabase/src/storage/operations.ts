import type { Caller, CallerOptions, Database } from '../database/index.ts'
import { decodeSegment } from './names.ts'

/** Callers of one request, with what they are doing. */
const operations = new WeakMap<Caller, string>()

/** The same caller, doing something: an operation in the words of Supabase Storage. */
export function doing(caller: Caller, operation: string): Caller {
  const acting = { ...caller }
  operations.set(acting, operation)
  return acting
}

/** The database, telling policies what a caller is doing (`storage.operation`). */
export function withOperations(database: Database): Database {
  const withOperation = (caller: Caller, options: CallerOptions = {}): CallerOptions => ({
    ...options,
    settings: { ...options.settings, 'storage.operation': operations.get(caller) ?? '' },
  })
  return {
    ...database,
    asCaller: (caller, run, options) => database.asCaller(caller, run, withOperation(caller, options)),
    queryAsCaller: (caller, text, values, options) =>
      database.queryAsCaller(caller, text, values, withOperation(caller, options)),
  }
}

const OBJECT_ACTIONS: Record<string, string> = {
  'POST list': 'object.list',
  'POST list-v2': 'object.list_v2',
  'POST copy': 'object.copy',
  'POST move': 'object.move',
  'POST upload': 'object.sign_upload_url',
  'PUT upload': 'object.upload_signed',
  'GET sign': 'object.get_signed',
  'GET info': 'object.info_authenticated',
  'GET public': 'object.get_public',
}
const OBJECT_METHODS: Record<string, string> = {
  GET: 'object.get_authenticated',
  POST: 'object.upload',
  PUT: 'object.upload_update',
  DELETE: 'object.delete',
}
const RESUMABLE_METHODS: Record<string, string> = { GET: 'get', POST: 'create', PATCH: 'part', DELETE: 'delete' }
const BUCKET_METHODS: Record<string, [one: string, all: string]> = {
  GET: ['bucket.get', 'bucket.list'],
  POST: ['bucket.empty', 'bucket.create'],
  PUT: ['bucket.update', 'bucket.update'],
  DELETE: ['bucket.delete', 'bucket.delete'],
}

/**
 * What a request asks for, in the words of Supabase Storage.
 * @param path what follows `/storage/v1/`
 */
export function operationOf(method: string, path: string): string {
  const [area, first = '', ...rest] = path.split('/').map(decodeSegment)
  const verb = method === 'HEAD' ? 'GET' : method
  if (area === 'bucket') return `storage.${BUCKET_METHODS[verb]?.[first === '' ? 1 : 0] ?? 'bucket'}`
  if (area === 'upload') {
    return `storage.tus.upload.${RESUMABLE_METHODS[verb] ?? 'get'}${rest[0] === 'sign' ? '_signed' : ''}`
  }
  if (verb === 'POST' && first === 'sign') return rest.length > 1 ? 'storage.object.sign' : 'storage.object.sign_many'
  if (verb === 'DELETE' && rest.length === 0) return 'storage.object.delete_many'
  if (verb === 'GET' && first === 'info' && rest[0] === 'public') return 'storage.object.info_public'
  return `storage.${OBJECT_ACTIONS[`${verb} ${first}`] ?? OBJECT_METHODS[verb] ?? 'object'}`
}
