import { randomUUID } from 'node:crypto'
import type { Caller, Database, Transaction } from '../database/index.ts'

export type ObjectMetadata = {
  eTag: string
  size: number
  mimetype: string
  cacheControl: string
  lastModified: string
  contentLength: number
  httpStatusCode: number
}

export type ObjectRow = {
  id: string
  bucket_id: string
  name: string
  owner: string | null
  owner_id: string | null
  version: string
  metadata: ObjectMetadata | null
  user_metadata: Record<string, unknown> | null
  created_at: Date
  updated_at: Date
  last_accessed_at: Date
}

export type NewObject = {
  bucket: string
  key: string
  /** Id of the person it belongs to; undefined for the service. */
  owner: string | undefined
  version: string
  metadata: ObjectMetadata | null
  userMetadata: Record<string, unknown> | null
}

/** The server itself: sees all rows. For what a link or a public bucket has already allowed. */
export const SERVICE: Caller = { role: 'service_role', claims: { role: 'service_role' } }

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i
const COLUMNS =
  'id, bucket_id, name, owner, owner_id, version, metadata, user_metadata, created_at, updated_at, last_accessed_at'

/** The object as the caller may see it; undefined when there is none, or none for the caller. */
export async function findObject(
  database: Database,
  caller: Caller,
  bucket: string,
  key: string,
): Promise<ObjectRow | undefined> {
  const { rows } = await database.queryAsCaller<ObjectRow>(
    caller,
    `select ${COLUMNS} from storage.objects where bucket_id = $1 and name = $2`,
    [bucket, key],
    { readOnly: true },
  )
  return rows[0]
}

/** Those of the keys under which the caller may see an object. */
export async function findKeys(
  database: Database,
  caller: Caller,
  bucket: string,
  keys: string[],
): Promise<Set<string>> {
  const { rows } = await database.queryAsCaller<{ name: string }>(
    caller,
    'select name from storage.objects where bucket_id = $1 and name = any($2)',
    [bucket, keys],
    { readOnly: true },
  )
  return new Set(rows.map(({ name }) => name))
}

/** The object if its bucket is public. */
export async function findPublicObject(
  database: Database,
  bucket: string,
  key: string,
): Promise<ObjectRow | undefined> {
  const { rows } = await database.queryAsCaller<ObjectRow>(
    SERVICE,
    `select ${COLUMNS} from storage.objects where bucket_id = $1 and name = $2
       and exists (select from storage.buckets where id = $1 and public)`,
    [bucket, key],
    { readOnly: true },
  )
  return rows[0]
}

/**
 * Writes the row of an object. Nothing is returned by the statement, so that a policy for INSERT alone is enough to
 * upload; replacing needs policies for SELECT and UPDATE as well.
 */
export async function saveObject(tx: Transaction, object: NewObject, upsert: boolean): Promise<string> {
  const id = randomUUID()
  const { bucket, key, owner, version, metadata, userMetadata } = object
  const replace = `on conflict (bucket_id, name) do update set owner = excluded.owner, owner_id = excluded.owner_id,
    metadata = excluded.metadata, user_metadata = excluded.user_metadata, version = excluded.version, updated_at = now()`
  await tx.query(
    `insert into storage.objects (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata)
     values ($1, $2, $3, $4, $5, $6, $7, $8) ${upsert ? replace : ''}`,
    [id, bucket, key, owner && UUID.test(owner) ? owner : null, owner ?? null, version, metadata, userMetadata],
  )
  return id
}

/**
 * Tries a write as the caller and takes it back, to refuse an upload before its bytes are sent.
 * @throws what the write would throw.
 */
export async function rehearse(database: Database, caller: Caller, object: NewObject, upsert: boolean): Promise<void> {
  const done = new Error('rehearsed')
  await database
    .asCaller(caller, async (tx) => {
      await saveObject(tx, object, upsert)
      throw done
    })
    .catch((error: unknown) => {
      if (error !== done) throw error
    })
}

/** Gives an object another name or bucket; its file stays. Tells whether there was one to move. */
export async function moveObject(
  database: Database,
  caller: Caller,
  from: { bucket: string; key: string },
  to: { bucket: string; key: string },
): Promise<boolean> {
  const { rowCount } = await database.queryAsCaller(
    caller,
    `update storage.objects set bucket_id = $3, name = $4, updated_at = now() where bucket_id = $1 and name = $2`,
    [from.bucket, from.key, to.bucket, to.key],
  )
  return rowCount > 0
}

/** Deletes the objects that the caller may delete, all of the bucket when no keys are given; returns their rows. */
export async function deleteObjects(
  database: Database,
  caller: Caller,
  bucket: string,
  keys?: string[],
): Promise<ObjectRow[]> {
  const { rows } = await database.queryAsCaller<ObjectRow>(
    caller,
    `delete from storage.objects where bucket_id = $1 and ($2::text[] is null or name = any($2)) returning ${COLUMNS}`,
    [bucket, keys ?? null],
  )
  return rows
}

/** Id of the person a caller's token was made for. */
export function ownerOf({ claims }: Caller): string | undefined {
  return typeof claims.sub === 'string' ? claims.sub : undefined
}
