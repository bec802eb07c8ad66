import { z } from 'zod'
import type { Caller, Database } from '../database/index.ts'
import { flag, list, text } from './coerce.ts'
import { bucketNotEmpty, noSuchBucket } from './errors.ts'
import { checkBucketName, parseSize } from './names.ts'
import { ownerOf, SERVICE } from './objects.ts'

export type BucketRow = {
  id: string
  name: string
  public: boolean
  file_size_limit: string | null
  allowed_mime_types: string[] | null
}

const settings = {
  public: flag.optional(),
  file_size_limit: z.union([z.string(), z.number()]).nullish(),
  allowed_mime_types: list(z.array(z.string().max(200)).max(100)).nullish(),
}
export const newBucketBody = z.object({ id: text(z.string()).optional(), name: text(z.string()), ...settings })
export const bucketBody = z.object(settings)
export const bucketQuery = z.object({
  limit: z.coerce.number().int().min(1).max(1000).default(1000),
  offset: z.coerce.number().int().min(0).default(0),
  search: z.string().max(100).default(''),
  sortColumn: z.enum(['id', 'name', 'created_at', 'updated_at']).default('name'),
  sortOrder: z.enum(['asc', 'desc']).default('asc'),
})

const COLUMNS = `id, name, coalesce(owner::text, '') as owner, public,
  file_size_limit::float8 as file_size_limit, allowed_mime_types, created_at, updated_at`

export async function createBucket(database: Database, caller: Caller, body: z.infer<typeof newBucketBody>) {
  const id = checkBucketName(body.id ?? body.name)
  const owner = ownerOf(caller)
  await database.queryAsCaller(
    caller,
    `insert into storage.buckets (id, name, owner_id, public, file_size_limit, allowed_mime_types)
     values ($1, $2, $3, $4, $5, $6)`,
    [id, checkBucketName(body.name), owner ?? null, body.public ?? false, ...limitsOf(body)],
  )
  return { name: id }
}

export async function listBuckets(database: Database, caller: Caller, query: z.infer<typeof bucketQuery>) {
  const { rows } = await database.queryAsCaller(
    caller,
    `select ${COLUMNS}, 'STANDARD' as type from storage.buckets where strpos(lower(name), lower($1)) > 0
     order by ${query.sortColumn} ${query.sortOrder} limit $2 offset $3`,
    [query.search, query.limit, query.offset],
    { readOnly: true },
  )
  return rows
}

export async function getBucket(database: Database, caller: Caller, id: string) {
  const { rows } = await database.queryAsCaller(caller, `select ${COLUMNS} from storage.buckets where id = $1`, [id], {
    readOnly: true,
  })
  if (!rows[0]) throw noSuchBucket()
  return rows[0]
}

/** Changes the settings that are given. */
export async function updateBucket(database: Database, caller: Caller, id: string, body: z.infer<typeof bucketBody>) {
  const { rowCount } = await database.queryAsCaller(
    caller,
    `update storage.buckets set updated_at = now(), public = coalesce($2, public),
       file_size_limit = case when $5 then $3 else file_size_limit end,
       allowed_mime_types = case when $6 then $4::text[] else allowed_mime_types end where id = $1`,
    [
      id,
      body.public ?? null,
      ...limitsOf(body),
      body.file_size_limit !== undefined,
      body.allowed_mime_types !== undefined,
    ],
  )
  if (rowCount === 0) throw noSuchBucket()
  return { message: 'Successfully updated' }
}

export async function deleteBucket(database: Database, caller: Caller, id: string) {
  await getBucket(database, caller, id)
  const { rows } = await database.queryAsCaller(SERVICE, 'select from storage.objects where bucket_id = $1 limit 1', [
    id,
  ])
  if (rows.length > 0) throw bucketNotEmpty()
  const { rowCount } = await database.queryAsCaller(caller, 'delete from storage.buckets where id = $1', [id])
  if (rowCount === 0) throw noSuchBucket()
  return { message: 'Successfully deleted' }
}

/** The limits of a bucket, whoever asks: an uploader need not be allowed to see the bucket itself. */
export async function findBucket(database: Database, id: string): Promise<BucketRow> {
  const { rows } = await database.queryAsCaller<BucketRow>(
    SERVICE,
    'select id, name, public, file_size_limit, allowed_mime_types from storage.buckets where id = $1',
    [id],
    { readOnly: true },
  )
  if (!rows[0]) throw noSuchBucket()
  return rows[0]
}

function limitsOf({ file_size_limit: size, allowed_mime_types: types }: z.infer<typeof bucketBody>) {
  return [size === undefined || size === null ? null : parseSize(size), types ?? null]
}
