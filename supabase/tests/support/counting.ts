import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Caller, Database } from '../../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './academy-database.ts'
import { owner } from './outcome.ts'
import { ANONYMOUS, type Person, signUp } from './people.ts'

/** The database of the file that called `withCounts`. */
export let database: Database
export let dana: Person

/** Gives a test file a database with one student; in every test nothing has been counted yet. */
export function withCounts(): void {
  beforeAll(async () => {
    database = await openAcademyDatabase()
    dana = await signUp(database, 'dana@example.com')
  })
  afterAll(() => database?.close())
  beforeEach(async () => {
    for (const table of ['private.attempts', 'private.caller_counts', 'page_views']) {
      await owner(database, `delete from ${table}`)
    }
    await owner(
      database,
      `select setval(oid::regclass, 1) from pg_class where relkind = 'S' and relnamespace = 'private'::regnamespace
         and relname ~ '^(visits|visitor_choices|(staff|registration|profile|recovery)_guesses_.*)$'`,
    )
  })
}

/** How many rows there are of what follows a `from`. */
export const count = async (from: string) =>
  Number((await owner<{ n: string }>(database, `select count(*) as n from ${from}`))[0]?.n)

/** Runs a statement as a caller with an address. */
export const from = (address: string, text: string, values: unknown[] = [], caller: Caller = ANONYMOUS) =>
  database.asCaller(caller, async (tx) => (await tx.query<{ v: unknown }>(text, values)).rows, {
    settings: { 'request.headers': JSON.stringify({ 'x-forwarded-for': address }) },
  })

/** Counts guesses that nobody makes, for whoever has guessed by sequences of the name. */
export const guessMore = (kind: 'staff' | 'registration' | 'profile' | 'recovery', times: number) =>
  owner(
    database,
    `select setval(format('private.%I', sequencename)::regclass, last_value + $2) from pg_sequences
     where schemaname = 'private' and sequencename like $1 and last_value > 1`,
    [`${kind}\\_guesses\\_%`, times],
  )
