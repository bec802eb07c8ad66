import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import type { Academy } from './academy.ts'
import { ownAcademy } from './project.ts'

type Query = <Row>(text: string, values?: unknown[]) => Promise<Row[]>

/** Opens a session in the database of an academy as its owner; skips the test where the academy is not ours. */
export async function withOwner<T>(academy: Academy, run: (query: Query) => Promise<T>): Promise<T> {
  const { data } = ownAcademy(academy, 'it changes rows that no key may change, as time or a fault does')
  const folder = join(data, 'socket')
  const port = readdirSync(folder)
    .map((name) => /^\.s\.PGSQL\.(\d+)$/.exec(name)?.[1])
    .find(Boolean)
  const password = readFileSync(join(data, 'postgres-password'), 'utf8').trim()
  const client = new Client({ host: folder, port: Number(port), user: 'postgres', password, database: 'postgres' })
  await client.connect()
  return run(async (text, values) => (await client.query(text, values)).rows).finally(() => client.end())
}

/** Runs a statement in the database of an academy as its owner: for what only time brings about. */
export const asOwner = (academy: Academy, sql: string, values: unknown[] = []): Promise<unknown> =>
  withOwner(academy, (query) => query(sql, values))

/** Lets another super_admin, where there is one, have approved that the archives which are kept are taken along by anybody. */
export const approveDownloads = (academy: Academy) =>
  asOwner(
    academy,
    `insert into private.approval_requests (action, subject, reason, requested_by, decided_by, decided_at, approved)
     select 'backup', jsonb_build_object('file', kept ->> 'name'), 'a test', own.id, other.id, now(), true
     from private.system_reports as reports, jsonb_array_elements(reports.report -> 'backups' -> 'files') as kept,
       public.admin_users as own cross join lateral (select id from private.approvers(own.id) limit 1) as other`,
  )

/** Lets a day pass for every review deck of an academy. */
export const letDayPassForDecks = (academy: Academy) =>
  asOwner(academy, 'update private.review_cards set due_on = due_on - 1, added_on = added_on - 1')
