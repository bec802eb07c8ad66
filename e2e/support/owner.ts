import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import type { Academy } from './academy.ts'

/** Runs a statement in the database of an academy as its owner: for what only time brings about. */
export async function asOwner({ data }: Academy, sql: string, values: unknown[] = []): Promise<void> {
  const folder = join(data, 'socket')
  const port = readdirSync(folder)
    .map((name) => /^\.s\.PGSQL\.(\d+)$/.exec(name)?.[1])
    .find(Boolean)
  const password = readFileSync(join(data, 'postgres-password'), 'utf8').trim()
  const client = new Client({ host: folder, port: Number(port), user: 'postgres', password, database: 'postgres' })
  await client.connect()
  await client.query(sql, values).finally(() => client.end())
}

/** Lets a day pass for every review deck of an academy. */
export const letDayPassForDecks = (academy: Academy) =>
  asOwner(academy, 'update private.review_cards set due_on = due_on - 1, added_on = added_on - 1')
