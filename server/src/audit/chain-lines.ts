import type { RunQuery } from 'embedded-supabase'
import type { Anchor, ChainLine } from './chain.ts'

const PAGE = 2_000

const COLUMNS = `id::text, position::text, encode(coalesce(previous_hash, ''), 'hex') as "previousHash", encode(hash, 'hex') as hash,
  encode(coalesce(content_salt, ''), 'hex') as salt, encode(coalesce(content_hash, ''), 'hex') as "contentHash",
  json_build_array(position, id, actor, action, entity, entity_id, (extract(epoch from occurred_at) * 1000000)::bigint)::text as header,
  json_build_array(before, after, address, session_id)::text as content,
  case when action = 'person removed' and entity = 'audit_log' then after -> 'lines' end as "leftOver"`

/** The lines of the chain in their order, a page at a time, read without any function of the academy. */
export async function* chainLines(look: RunQuery): AsyncGenerator<ChainLine> {
  let place = { position: '0', id: '0' }
  for (;;) {
    const lines = await look<ChainLine>(`select ${COLUMNS} from public.audit_log where hash is not null
      and (audit_log.position, audit_log.id) > (${BigInt(place.position)}, ${BigInt(place.id)}) order by audit_log.position, audit_log.id limit ${PAGE}`)
    yield* lines
    const last = lines.at(-1)
    if (!last || lines.length < PAGE) return
    place = last
  }
}

/** Ids of lines without a place in the chain, the first hundred. */
export async function unchainedLines(look: RunQuery): Promise<string[]> {
  const lines = await look<{ id: string }>(
    'select id::text from public.audit_log where position is null or hash is null order by id limit 100',
  )
  return lines.map(({ id }) => id)
}

/** Where the database says that the chain ends. */
export async function chainHead(look: RunQuery): Promise<Anchor> {
  const [head] = await look<Anchor>(`select position::text, encode(hash, 'hex') as hash from private.audit_head`)
  return head ?? { position: '0', hash: '' }
}
