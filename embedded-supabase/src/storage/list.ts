import { z } from 'zod'
import type { Caller, Database } from '../database/index.ts'
import { flag, number, text } from './coerce.ts'
import { invalidRequest } from './errors.ts'

const MAX_ENTRIES = 1000

export const listBody = z.object({
  prefix: text(z.string().max(1024)).default(''),
  limit: number(z.number().int().min(1)).default(100),
  offset: number(z.number().int().min(0)).default(0),
  search: text(z.string().max(1024)).default(''),
  sortBy: z
    .object({
      column: z.enum(['name', 'updated_at', 'created_at', 'last_accessed_at']).default('name'),
      order: z.enum(['asc', 'desc']).default('asc'),
    })
    .prefault({}),
})

/**
 * Lists one folder: its folders first (with a name and nothing else), then its objects, as the caller may see them.
 * `prefix` is the folder, `search` the beginning of the names in it.
 */
export async function listFolder(database: Database, caller: Caller, bucket: string, body: z.infer<typeof listBody>) {
  const { prefix, search, sortBy, limit, offset } = body
  const folder = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`
  const { rows } = await database.queryAsCaller(
    caller,
    `with entries as (
       select substr(name, length($2) + 1) as rest, id, updated_at, created_at, last_accessed_at, metadata
       from storage.objects where bucket_id = $1 and name like $3
     ), folders as (
       select distinct split_part(rest, '/', 1) as name from entries where position('/' in rest) > 0
     ), listed as (
       select name, true as is_folder, null::uuid as id, null::timestamptz as updated_at, null::timestamptz as created_at,
         null::timestamptz as last_accessed_at, null::jsonb as metadata from folders
       union all
       select rest, false, id, updated_at, created_at, last_accessed_at, metadata
       from entries where position('/' in rest) = 0
     )
     select name, id, updated_at, created_at, last_accessed_at, metadata from listed where name ilike $4
     order by is_folder desc, ${sortBy.column} ${sortBy.order}, name ${sortBy.order} limit $5 offset $6`,
    [bucket, folder, `${escapeLike(folder)}%`, `${escapeLike(search)}%`, Math.min(limit, MAX_ENTRIES), offset],
    { readOnly: true },
  )
  return rows
}

export const listV2Body = z.object({
  prefix: text(z.string().max(1024)).default(''),
  limit: number(z.number().int().min(1).max(MAX_ENTRIES)).default(MAX_ENTRIES),
  cursor: z.string().max(4096).optional(),
  with_delimiter: flag.default(false),
  sortBy: z
    .object({
      column: z.enum(['name', 'updated_at', 'created_at']).default('name'),
      order: z.enum(['asc', 'desc']).default('asc'),
    })
    .prefault({}),
})

type Entry = { key: string; sort_value: string; is_folder: boolean; [column: string]: unknown }

/** Lists by prefix, page by page behind a cursor; with a delimiter, what lies deeper is folded into folders. */
export async function listPage(database: Database, caller: Caller, bucket: string, body: z.infer<typeof listV2Body>) {
  const { prefix, limit, cursor, with_delimiter: folded, sortBy } = body
  const after = cursor ? readCursor(cursor) : undefined
  const sort = sortBy.column === 'name' ? 'key' : `to_char(${sortBy.column} at time zone 'utc', 'YYYYMMDDHH24MISSUS')`
  const { rows } = await database.queryAsCaller<Entry>(
    caller,
    `with found as (
       select *, substr(name, length($2) + 1) as rest from storage.objects where bucket_id = $1 and name like $3
     ), entries as (
       select name collate "C" as key, false as is_folder, id, updated_at, created_at, last_accessed_at, metadata
       from found where not $4 or position('/' in rest) = 0
       union all
       select $2 || split_part(rest, '/', 1) || '/' collate "C", true, null, min(updated_at), min(created_at), null, null
       from found where $4 and position('/' in rest) > 0 group by 1
     ), sorted as (select *, ${sort} as sort_value from entries)
     select * from sorted
     where $5::text is null or (sort_value collate "C", key) ${sortBy.order === 'asc' ? '>' : '<'} ($5, $6)
     order by sort_value collate "C" ${sortBy.order}, key ${sortBy.order} limit $7`,
    [bucket, prefix, `${escapeLike(prefix)}%`, folded, after?.value ?? null, after?.key ?? '', limit + 1],
    { readOnly: true },
  )
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const hasNext = rows.length > limit
  return {
    hasNext,
    folders: page.filter((entry) => entry.is_folder).map(({ key }) => ({ key: key.slice(0, -1), name: key })),
    objects: page.filter((entry) => !entry.is_folder).map(toObject),
    ...(hasNext && last ? { nextCursor: writeCursor(last) } : {}),
  }
}

function toObject({ key, id, updated_at, created_at, last_accessed_at, metadata }: Entry) {
  return { key, name: key, id, updated_at, created_at, last_accessed_at, metadata }
}

function writeCursor({ sort_value, key }: Entry): string {
  return Buffer.from(JSON.stringify([sort_value, key])).toString('base64url')
}

function readCursor(cursor: string): { value: string; key: string } {
  try {
    const [value, key] = z
      .tuple([z.string(), z.string()])
      .parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    return { value, key }
  } catch {
    throw invalidRequest('The cursor is not valid')
  }
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
