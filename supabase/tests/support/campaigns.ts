import type { Database } from '../../../embedded-supabase/src/database/index.ts'
import { callAs, owner } from './outcome.ts'
import { type Person, registration, SERVICE, signUp } from './people.ts'

export type Recipient = { state: string; reason: string | null; attempts: number; refusals: number }
export type Turn = {
  mails: { id: string; attempt: number; campaign: string; recipient: string; token: string | null }[]
  skipped: number
  wait_ms: number | null
}

/** A text of one paragraph as the editor writes it. */
export const paragraphText = (text: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
})

/** The changes of a campaign that may be sent at any hour, as fast as it goes. */
export const WRITTEN = {
  kind: 'service',
  subject: 'שלום {{first_name|לכולם}}',
  body: paragraphText('נפתח קורס חדש.'),
  quiet_from: null,
  quiet_to: null,
  per_minute: 12_000,
}

/** A draft of a member of the staff. */
export async function draft(
  database: Database,
  writer: Person,
  changes: object = {},
): Promise<{ id: string; version: number }> {
  const made = await callAs<{ id: string; version: number }>(database, writer.caller, 'create_campaign', ['מבצע', null])
  return callAs(database, writer.caller, 'save_campaign', [made.id, made.version, { ...WRITTEN, ...changes }])
}

/** Sends a draft to everyone it finds. */
export async function send(database: Database, writer: Person, changes: object = {}): Promise<string> {
  const { id, version } = await draft(database, writer, changes)
  const [kind, audience] = [{ ...WRITTEN, ...changes }.kind, (changes as { audience?: object }).audience]
  const { reached } = await callAs<{ reached: number }>(database, writer.caller, 'campaign_audience', [
    audience ?? { match: 'all', rules: [] },
    kind,
  ])
  await callAs(database, writer.caller, 'send_campaign', [id, version, reached])
  return id
}

export const turn = (database: Database, settled: object[] = [], wanted = 20) =>
  callAs<Turn>(database, SERVICE, 'campaign_turn', [JSON.stringify(settled), wanted])

/** What became of one student in a campaign. */
export async function recipientOf(
  database: Database,
  campaign: string,
  person: Person,
): Promise<Recipient | undefined> {
  const rows = await owner<Recipient>(
    database,
    'select state, reason, attempts, refusals from private.campaign_recipients where campaign_id = $1 and user_id = $2',
    [campaign, person.id],
  )
  return rows[0]
}

export const agreed = (database: Database, email: string, yes = true): Promise<Person> =>
  signUp(database, email, { metadata: registration({ marketing_consent: yes }) })
