import type { Caller, Database } from '../../../embedded-supabase/src/database/index.ts'
import { callAs, owner } from './outcome.ts'

/** A legal text as its editors are told of it. */
export type StoredLegal = {
  slug: string
  version: number
  values: { body: unknown; summary_he: string; demands_acceptance: boolean }
  gaps: string[]
  is_drafted: boolean
  in_force: number | null
  reach: { students: number; waiting: number }
  versions: {
    id: string
    version: number
    effective_at: string
    summary_he: string | null
    demands_acceptance: boolean
    text_hash: string
    withdrawn_at: string | null
    made_by: string | null
    accepted: number
  }[]
}

/** A text of one paragraph. */
export const legalBody = (words: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }],
})

/** The four texts, each with a first version that is in force since a year. */
export async function makeLegalTexts(database: Database): Promise<void> {
  await database.asOwner(async (tx) => {
    await tx.query('alter table legal_document_versions disable trigger user')
    await tx.query(`delete from consent_events; delete from private.legal_drafts; delete from legal_document_versions`)
    await tx.query(`insert into legal_documents (slug, title_he)
      select slug, slug from unnest('{terms,privacy,cookies,accessibility}'::text[]) as slug on conflict do nothing`)
    await tx.query('alter table legal_document_versions enable trigger user')
    await tx.query(
      `insert into legal_document_versions (document_id, version, body, is_published, effective_at)
       select id, 1, $1, true, now() - interval '1 year' from legal_documents`,
      [legalBody('הנוסח הראשון')],
    )
  })
}

/** Lets the day of every version come that waits for one. */
export const letDayCome = (database: Database) =>
  database.asOwner(async (tx) => {
    await tx.query('alter table legal_document_versions disable trigger user')
    await tx.query('update legal_document_versions set effective_at = now() where effective_at > now()')
    await tx.query('alter table legal_document_versions enable trigger user')
  })

/** What an editor does with a legal text. */
export function legalEditor(database: Database, caller: Caller) {
  const ask = <Value = StoredLegal>(name: string, values: unknown[]) => callAs<Value>(database, caller, name, values)
  const read = (slug = 'terms') => ask('read_legal_document', [slug])
  const save = ({ slug, version }: StoredLegal, changes: object) =>
    ask('save_legal_draft', [slug, version, JSON.stringify(changes)])
  const publish = ({ slug, version }: StoredLegal, at: string | null = null) =>
    ask('publish_legal_draft', [slug, version, at])
  return {
    ...{ ask, read, save, publish },
    /** Publishes the next version of a text, demanding that students agree again. */
    async demand(words: string, { slug = 'terms', at = null as string | null, demands = true } = {}) {
      const changes = { body: legalBody(words), summary_he: `מה השתנה: ${words}`, demands_acceptance: demands }
      return publish(await save(await read(slug), changes), at)
    },
  }
}

/** What the ledger says of a person, the newest first. */
export const consentsOf = (database: Database, person: string, purpose = 'terms') =>
  owner<{ version: number | null; text_hash: string | null; granted: boolean }>(
    database,
    `select versions.version, events.text_hash, events.granted from consent_events as events
     left join legal_document_versions as versions on versions.id = events.document_version_id
     where events.user_id = $1 and events.purpose = $2 order by events.occurred_at desc`,
    [person, purpose],
  )
