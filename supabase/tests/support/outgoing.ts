import { randomUUID } from 'node:crypto'
import type { Caller, Database } from '../../../embedded-supabase/src/database/index.ts'
import { claimMails } from '../../../embedded-supabase/src/mail/outbox.ts'
import { agreed, draft, send, type Turn } from './campaigns.ts'
import { editorOf } from './content.ts'
import { callAs, owner, rowsAs } from './outcome.ts'
import { type Person, SERVICE, signUp } from './people.ts'

export type Hold = {
  id: string
  cause: string
  backup_at: string | null
  backup_site_url: string | null
  site_url: string | null
  kinds: { kind: string; count: number; people: number; oldest_at: string | null; newest_at: string | null }[]
}
export type Decision = { decided: string[]; hold: Hold | null }

/** As the server names it to the sign-in service. */
export const SIGN_IN_HELD = `public.is_outgoing_held('sign_in')`

export const holdOutgoing = (database: Database) => callAs<string>(database, SERVICE, 'hold_outgoing')
export const readHold = (database: Database, who = SERVICE) => callAs<Hold | null>(database, who, 'read_outgoing_hold')
export const decide = (
  database: Database,
  [id, kinds, choice, reason = 'a drill']: [id: string, kinds: string[], choice: string, reason?: string],
  who: Caller = SERVICE,
) => callAs<Decision>(database, who, 'decide_outgoing', [id, kinds, choice, reason])

/** What takes or makes something that leaves, shows or destroys, each with whether it found anything to do. */
export const CLAIMS: Record<string, (database: Database) => Promise<boolean>> = {
  claim_emails: async (database) => (await rowsAs(database, SERVICE, 'select id from claim_emails(10)')).length > 0,
  campaign_turn: async (database) =>
    (await callAs<Turn>(database, SERVICE, 'campaign_turn', ['[]', 20])).mails.length > 0,
  run_campaigns: async (database) =>
    (await callAs<{ started: number }>(database, SERVICE, 'run_campaigns')).started > 0,
  queue_occasions: async (database) => (await callAs<number>(database, SERVICE, 'queue_occasions')) > 0,
  queue_weekly_mails: async (database) => (await callAs<number>(database, SERVICE, 'queue_weekly_mails')) > 0,
  run_content_schedules: async (database) => (await callAs<number>(database, SERVICE, 'run_content_schedules')) > 0,
  purge_deleted_accounts: async (database) => (await callAs<number>(database, SERVICE, 'purge_deleted_accounts')) > 0,
  take_removed_media: async (database) => (await callAs(database, SERVICE, 'take_removed_media')) !== null,
  stale_uploads: async (database) => (await callAs<unknown[]>(database, SERVICE, 'stale_uploads')).length > 0,
}
export const claimsSignInMails = async (database: Database) => (await claimMails(database, 10, SIGN_IN_HELD)).length > 0

export type Due = { campaign: string; scheduled: string; category: string; leaving: Person }

/** Makes something of each kind due: mails of both outboxes, campaigns, an occasion, a moment, a deletion, old files. */
export async function makeDue(database: Database, root: Person, writer: Person): Promise<Due> {
  await agreed(database, 'one@students.example')
  await agreed(database, 'two@students.example')
  const campaign = await send(database, writer)
  const { id: scheduled } = await draft(database, writer)
  const leaving = await signUp(database, 'leaving@students.example')
  const { id: category } = await editorOf(database, root.caller).makeCategory()
  const statements: [text: string, values?: unknown[]][] = [
    [`update private.campaigns set state = 'scheduled', starts_at = now() where id = $1`, [scheduled]],
    [
      `update private.campaigns set state = 'sending', started_at = now() - interval '1 day' where occasion = 'welcome'`,
    ],
    [
      `insert into public.email_outbox (kind, recipient, subject, created_at)
       values ('support_answer', 'dana@example.com', 'x', now() - interval '2 minutes')`,
    ],
    [
      `insert into mail.outbox (recipient, subject, html, text_body, kind, created_at)
       values ('noa@example.com', 'x', 'x', 'x', 'magic_link', now() - interval '2 minutes')`,
    ],
    ['update public.users set deletion_due_at = now() where id = $1', [leaving.id]],
    ['update private.content_items set publish_at = now() where id = $1', [category]],
    [
      `insert into private.media_files (id, name, state, failure, upload_path, original_bytes, trashed_at)
       values ($1::uuid, 'old.png', 'failed', 'DAMAGED', $1::text, 1, now() - interval '2 years')`,
      [randomUUID()],
    ],
    [
      `insert into storage.objects (bucket_id, name, created_at) values ('uploads', $1, now() - interval '2 days')`,
      [randomUUID()],
    ],
  ]
  for (const [text, values] of statements) await owner(database, text, values)
  return { campaign, scheduled, category, leaving }
}

/** Takes away what {@link makeDue} made, and ends the hold. */
export async function clearDue(database: Database): Promise<void> {
  const statements = [
    `update private.outgoing_holds set kinds = '{}', ended_at = now() where ended_at is null`,
    'delete from private.campaign_recipients',
    'delete from private.campaigns where occasion is null',
    `update private.campaigns set state = 'draft', started_at = null`,
    'delete from public.email_outbox',
    'delete from mail.outbox',
    'delete from public.categories',
    'delete from private.content_items',
    'delete from private.media_files',
    `delete from storage.objects where bucket_id = 'uploads'`,
    `delete from auth.users where email like '%@students.example'`,
  ]
  for (const text of statements) await owner(database, text)
}
