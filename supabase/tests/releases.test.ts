import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { backUp, restore } from 'embedded-supabase'
import { afterAll, describe, expect, test } from 'vitest'
import { startPostgresServer } from '../../embedded-supabase/test/support/postgres-server.ts'
import { type Backend, startBackend } from '../../server/src/backend.ts'
import { restoreFrom } from '../../server/src/cli/backup.ts'
import { ROOT, readConfig } from '../../server/src/config.ts'
import { createLog } from '../../server/src/log.ts'
import {
  BACKUP,
  COUNTS,
  laterMigrations,
  migrationText,
  RELEASES,
  releasedMigrations,
  releasedVersions,
} from '../releases/released.ts'
import { CATALOGUE } from './support/catalogue.ts'
import { MISNOTED_DRAFTS } from './support/content.ts'

const folder = mkdtempSync(join(tmpdir(), 'academy-releases-'))
chmodSync(folder, 0o711)
const cleanUp: (() => unknown)[] = []
afterAll(async () => {
  for (const undo of cleanUp.reverse()) await undo()
  rmSync(folder, { recursive: true, force: true })
})

const SITE = 'https://academy.test'
const configOf = (name: string, databaseUrl?: string) =>
  readConfig({ SITE_URL: SITE, DATA_DIR: join(folder, name), DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent' })
const placeOf = (name: string, databaseUrl?: string) => {
  const { dataDirectory, projectDirectory } = configOf(name, databaseUrl)
  return { dataDirectory, projectDirectory, databaseUrl, log: () => undefined }
}

async function start(name: string, databaseUrl?: string): Promise<{ backend: Backend; close: () => Promise<void> }> {
  const config = configOf(name, databaseUrl)
  const backend = await startBackend(config, createLog(config))
  let open = true
  const close = async () => {
    if (open) await backend.close()
    open = false
  }
  cleanUp.push(close)
  return { backend, close }
}

async function sql<Row>({ embedded }: Backend, text: string): Promise<Row[]> {
  return (await embedded?.database.asOwner(async (tx) => (await tx.query<Row>(text)).rows)) ?? []
}

const ROWS_OF_EVERY_TABLE = (expression: string) => `
  select schemaname || '.' || relname as name, (xpath('/row/x/text()', query_to_xml(
    format('select ${expression} as x from %I.%I as r', schemaname, relname), false, true, '')))[1]::text as said
  from pg_stat_user_tables order by 1`

/** By table, how many rows it has. */
async function countsOf(backend: Backend): Promise<Record<string, number>> {
  const rows = await sql<{ name: string; said: string }>(backend, ROWS_OF_EVERY_TABLE('count(*)'))
  return Object.fromEntries(rows.map(({ name, said }) => [name, Number(said)]))
}

/** By table, a sum of all that its rows say; beside them the sequences, references and triggers. */
async function everythingOf(backend: Backend) {
  const sum = `md5(string_agg(r::text, chr(10) order by r::text collate "C"))`
  return {
    rows: await sql(backend, ROWS_OF_EVERY_TABLE(sum.replaceAll("'", "''"))),
    sequences: await sql(backend, 'select schemaname, sequencename, last_value from pg_sequences order by 1, 2'),
    references: await sql(
      backend,
      `select conrelid::regclass::text as relation, conname, pg_get_constraintdef(oid) from pg_constraint
       where connamespace <> 'pg_catalog'::regnamespace order by 1, 2`,
    ),
    triggers: await sql(
      backend,
      `select tgrelid::regclass::text as relation, tgname, tgenabled from pg_trigger where not tgisinternal order by 1, 2`,
    ),
  }
}

/** A field that came later wants its empty value in what was written before: else every draft counts as changed. */
const LACKING_FIELDS = `
  select held.kind, held.id, field from (
    select kind, id, draft as data from private.content_items
    union all select kind, id, data from private.content_versions) as held
  join private.content_kinds as kinds on kinds.kind = held.kind, unnest(kinds.fields) as field
  where not held.data ? field`

const NOTE = 'הערה עם "מירכאות", \\ ושורה'

/** What no migration knows, with values that a text of rows could get wrong. */
const MADE_BY_HAND = `create table public.made_by_hand as
  select 'null'::jsonb as empty, null::text as nothing, E'\\t\\\\N\\n' as text, array['a,b', null] as list, '\\x00ff'::bytea as bytes`

/** A student of the backup signs in by a link and reads what is theirs over HTTP. */
async function notesOf(backend: Backend): Promise<string[]> {
  const service = backend.serviceRoleKey ?? ''
  const ask = async <Answer = Record<string, string>>(path: string, key: string, body?: object) => {
    const answer = await backend.fetch(`${SITE}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        apikey: key === service ? service : backend.anonKey,
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return (await answer.json()) as Answer
  }
  const { hashed_token } = await ask('/auth/v1/admin/generate_link', service, {
    type: 'magiclink',
    email: 'dana@example.com',
  })
  const session = await ask('/auth/v1/verify', backend.anonKey, { type: 'magiclink', token_hash: hashed_token })
  const notes = await ask<{ body: string }[]>('/rest/v1/lesson_notes?select=body', session.access_token ?? '')
  return notes.map(({ body }) => body)
}

/** Checksums of former texts of migrations, beside their folder. */
const FORMER = 'former-migrations.json'

/** The project as it was released, so that the start meets a folder of then. */
function projectOf(version: string): string {
  const migrations = join(folder, `project-${version}`, 'migrations')
  mkdirSync(migrations, { recursive: true })
  for (const path of Object.keys(releasedMigrations(version)).filter((one) => one.startsWith('supabase')))
    writeFileSync(join(migrations, basename(path)), migrationText(path))
  copyFileSync(join(ROOT, 'supabase', FORMER), join(migrations, '..', FORMER))
  return join(migrations, '..')
}

let fresh: Awaited<ReturnType<typeof start>> | undefined

const HELD = 'select cause, backup_at, site_url, kinds from private.outgoing_holds where ended_at is null'

describe.each(releasedVersions())('an academy of release %s', (version) => {
  const name = `upgraded-${version}`
  let upgraded: Awaited<ReturnType<typeof start>>

  test('is brought up to date with all its rows and files', async () => {
    await restore(join(RELEASES, version, BACKUP), { ...placeOf(name), projectDirectory: projectOf(version) })
    upgraded = await start(name)
    const newer = laterMigrations(version).filter((path) => path.startsWith('supabase'))
    expect(upgraded.backend.embedded?.appliedMigrations).toEqual(newer.map((path) => basename(path)))
    const before = JSON.parse(readFileSync(join(RELEASES, version, COUNTS), 'utf8')) as Record<string, number>
    const after = await countsOf(upgraded.backend)
    delete before['supabase_migrations.applied_files']
    for (const [table, count] of Object.entries(before)) expect(after[table], table).toBeGreaterThanOrEqual(count)
    expect(await notesOf(upgraded.backend)).toEqual([NOTE])
    const [picture] = await sql<{ name: string }>(
      upgraded.backend,
      `select name from storage.objects where bucket_id = 'images' limit 1`,
    )
    const stored = await upgraded.backend.fetch(`${SITE}/storage/v1/object/public/images/${picture?.name}`)
    expect(stored.status).toBe(200)
    expect((await stored.arrayBuffer()).byteLength).toBeGreaterThan(1000)
  })

  test('lets nothing leave after a restore, until somebody decides', async () => {
    const said: string[] = []
    const copy = configOf(`held-${version}`)
    await restoreFrom(copy, join(RELEASES, version, BACKUP), (line) => said.push(line))
    expect(said.at(-1)).toContain('npm run outgoing')
    const { backend } = await start(`held-${version}`)
    expect(backend.embedded?.appliedMigrations).toEqual([])
    // Backups say it since 0.6.
    const madeAt = version < '0.6' ? null : expect.any(Date)
    const kinds = ['sign_in', 'mails', 'campaigns', 'schedules', 'deletions']
    expect(await sql(backend, HELD)).toEqual([{ cause: 'restored', backup_at: madeAt, site_url: SITE, kinds }])
    expect((await backend.embedded?.readiness())?.checks.outgoing).toBe('held')
  })

  test('has the catalogue of an academy that begins today', async () => {
    fresh ??= await start('fresh')
    for (const query of CATALOGUE) {
      const begun = await sql(fresh.backend, query)
      expect(begun.length).toBeGreaterThan(3)
      expect(await sql(upgraded.backend, query)).toEqual(begun)
    }
  })

  test('has every field of content in its drafts and versions, and no draft counts as changed that is not', async () => {
    expect(await sql(upgraded.backend, LACKING_FIELDS)).toEqual([])
    expect(await sql(upgraded.backend, MISNOTED_DRAFTS)).toEqual([])
  })

  // Brought up to date, the academies of all releases are of one form: one of them shows the way.
  if (version !== releasedVersions().at(-1)) return
  test('moves to a PostgreSQL of its own and back, by backups of what runs', async () => {
    const postgres = await startPostgresServer()
    cleanUp.push(() => postgres.stop())
    const [there, back] = ['there.tar.gz', 'back.tar.gz'].map((file) => join(folder, file)) as [string, string]
    const url = await postgres.databaseOf('owner', 'academy')
    const own = `own-${version}`
    await sql(upgraded.backend, MADE_BY_HAND)
    await backUp(there, placeOf(name))
    const before = await everythingOf(upgraded.backend)
    await upgraded.close()
    await restore(there, placeOf(own, url))
    const moved = await start(own, url)
    expect(await everythingOf(moved.backend)).toEqual(before)
    expect(moved.backend.serviceRoleKey).toBe(upgraded.backend.serviceRoleKey)
    expect(await notesOf(moved.backend)).toEqual([NOTE])
    const rights = `select has_table_privilege('anon', 'public.made_by_hand', 'select') as open`
    expect(await sql(moved.backend, rights)).toEqual([{ open: false }])

    await backUp(back, placeOf(own, url))
    const beforeTheWayBack = await everythingOf(moved.backend)
    await moved.close()
    await expect(restore(back, placeOf('elsewhere', url))).rejects.toThrow('The database is not empty')
    const said: string[] = []
    const home = configOf(`back-${version}`)
    await restoreFrom(home, back, (line) => said.push(line), { holdOutgoing: false })
    expect(said.at(-1)).toMatch(/restored into .+: 2 courses, 7 accounts/)
    const again = await start(`back-${version}`)
    expect(await everythingOf(again.backend)).toEqual(beforeTheWayBack)
    expect(await notesOf(again.backend)).toEqual([NOTE])
  })
})
