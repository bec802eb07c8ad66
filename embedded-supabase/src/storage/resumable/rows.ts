import type { Database } from '../../database/index.ts'
import type { Place } from '../service.ts'
import { beingSent, tooManyUnfinished } from './errors.ts'

/** An upload in parts. */
export type Upload = Place & {
  /** Version of the object that it becomes. */
  id: string
  holder: string
  isUpsert: boolean
  /** Bytes in all, as told at its beginning. */
  size: number
  /** Bytes that are on the disk for good. */
  offset: number
  /** `Upload-Metadata` as it was sent. */
  metadata: string
  expiresAt: Date
  isExpired: boolean
  isFinished: boolean
}

export type NewUpload = Pick<Upload, 'id' | 'bucket' | 'key' | 'holder' | 'isUpsert' | 'size' | 'metadata'>
export type Quota = { count: number; bytes: number }

const COLUMNS = `id, bucket_id as bucket, name as key, holder, is_upsert as "isUpsert", size::float8 as size,
  stored_bytes::float8 as offset, upload_metadata as metadata, expires_at as "expiresAt",
  expires_at <= now() as "isExpired", finished_at is not null as "isFinished"`

/** Writes down a new upload. @throws 429 when its holder would have more unfinished than the quota */
export async function insertUpload(database: Database, upload: NewUpload, quota: Quota | undefined): Promise<Upload> {
  const { id, bucket, key, holder, isUpsert, size, metadata } = upload
  return database.asOwner(async (tx) => {
    if (quota) {
      await tx.query(`select pg_advisory_xact_lock(hashtextextended('resumable uploads of ' || $1, 0))`, [holder])
      const { rows } = await tx.query<Quota>(
        `select count(*)::int as count, coalesce(sum(size), 0)::float8 as bytes from storage.resumable_uploads
         where holder = $1 and finished_at is null and expires_at > now()`,
        [holder],
      )
      const { count = 0, bytes = 0 } = rows[0] ?? {}
      if (count + 1 > quota.count || bytes + size > quota.bytes) throw tooManyUnfinished()
    }
    const { rows } = await tx.query<Upload>(
      `insert into storage.resumable_uploads (id, bucket_id, name, holder, is_upsert, size, upload_metadata)
       values ($1, $2, $3, $4, $5, $6, $7) returning ${COLUMNS}`,
      [id, bucket, key, holder, isUpsert, size, metadata],
    )
    return { ...upload, ...rows[0] } as Upload
  })
}

export async function findUpload(database: Database, id: string): Promise<Upload | undefined> {
  const { rows } = await database.asOwner((tx) =>
    tx.query<Upload>(`select ${COLUMNS} from storage.resumable_uploads where id = $1`, [id]),
  )
  return rows[0]
}

/** Moves the offset on. @throws 423 when it is not where it was thought to be: another process writes as well */
export async function advanceOffset(database: Database, id: string, from: number, to: number): Promise<void> {
  const { rowCount } = await database.asOwner((tx) =>
    tx.query('update storage.resumable_uploads set stored_bytes = $3 where id = $1 and stored_bytes = $2', [
      id,
      from,
      to,
    ]),
  )
  if (rowCount === 0) throw beingSent()
}

export async function deleteUpload(database: Database, id: string): Promise<void> {
  await database.asOwner((tx) => tx.query('delete from storage.resumable_uploads where id = $1', [id]))
}

/** Ids of uploads whose time is over, finished or not. */
export async function expiredUploads(database: Database, limit: number): Promise<string[]> {
  const { rows } = await database.asOwner((tx) =>
    tx.query<{ id: string }>(
      'select id from storage.resumable_uploads where expires_at <= now() order by expires_at limit $1',
      [limit],
    ),
  )
  return rows.map(({ id }) => id)
}
