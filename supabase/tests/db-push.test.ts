import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { ROOT } from '../../server/src/config.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { type HostedDatabase, startHostedDatabase } from './support/hosted-database.ts'
import { owner } from './support/outcome.ts'
import { MIGRATIONS } from './support/project.ts'

const FILES = readdirSync(MIGRATIONS).toSorted()

/** Supabase's command-line tool, undefined where its package has no program for this platform. */
const TOOL = program()
const TITLE = TOOL ? 'supabase db push' : 'not tested: the package supabase has no program for this platform'

function program(): string | undefined {
  const name = `@supabase/cli-${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const folder = join(createRequire(import.meta.url).resolve(`${name}/package.json`), '..', 'bin')
    return readdirSync(folder).map((file) => join(folder, file))[0]
  } catch {
    return undefined
  }
}

let project: HostedDatabase
let embedded: Database
const home = mkdtempSync(join(tmpdir(), 'supabase-home-'))

beforeAll(async () => {
  ;[project, embedded] = await Promise.all([startHostedDatabase(), openAcademyDatabase()])
})
afterAll(async () => {
  await project?.close()
  await embedded?.close()
  rmSync(home, { recursive: true, force: true })
})

/** Pushes as an operator does; `killAt` ends the tool as soon as it has written that. @returns exit code and output */
function push(killAt?: string): Promise<{ code: number | null; output: string }> {
  const { PATH = '' } = process.env
  const env = {
    PATH,
    HOME: home,
    SUPABASE_HOME: home,
    SUPABASE_TELEMETRY_DISABLED: '1',
    SUPABASE_NO_UPDATE_NOTIFIER: '1',
  }
  const child = spawn(TOOL ?? '', ['db', 'push', `--remote=${project.url}`, '--yes'], { cwd: ROOT, env })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
      if (killAt && output.includes(killAt)) child.kill('SIGKILL')
    })
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })))
}

/** What the tool has written down as applied. */
const applied = async () => {
  const { rows } = await project.owner.client.query<{ file: string }>(
    `select version || '_' || name || '.sql' as file from supabase_migrations.schema_migrations order by version`,
  )
  return rows.map(({ file }) => file)
}

const ROLES = `(values ('anon'), ('authenticated'), ('service_role')) as roles (role)`
const OURS = `('public', 'private')`
/** What may be done with what is ours and by which rules, one line each, by what it is about. */
const RIGHTS: Record<string, string> = {
  functions: `select concat_ws(' ', proc.oid::regprocedure, prosecdef, proconfig, role) as line
    from pg_proc as proc cross join ${ROLES} where pronamespace::regnamespace::text in ${OURS}
      and has_function_privilege(role, proc.oid, 'execute')`,
  tables: `select concat_ws(' ', relation.oid::regclass, relkind, relrowsecurity, role, act) as line
    from pg_class as relation cross join ${ROLES}
      cross join (values ('select'), ('insert'), ('update'), ('delete')) as acts (act)
    where relnamespace::regnamespace::text in ${OURS} and relkind in ('r', 'v', 'm', 'p')
      and has_table_privilege(role, relation.oid, act)`,
  columns: `select concat_ws(' ', attrelid::regclass, attname, role, act) as line
    from pg_attribute join pg_class as relation on relation.oid = attrelid cross join ${ROLES}
      cross join (values ('select'), ('insert'), ('update')) as acts (act)
    where relnamespace::regnamespace::text in ${OURS} and relkind in ('r', 'v') and attnum > 0 and not attisdropped
      and has_column_privilege(role, attrelid, attnum, act)`,
  schemas: `select concat_ws(' ', nspname, role) as line from pg_namespace cross join ${ROLES}
    where nspname in ${OURS} and has_schema_privilege(role, nspname, 'usage')`,
  policies: `select concat_ws(' ', schemaname, tablename, policyname, permissive, roles, cmd, qual, with_check) as line
    from pg_policies where schemaname in ('public', 'private', 'storage')`,
  triggers: `select pg_get_triggerdef(trigger.oid) as line from pg_trigger as trigger
    join pg_proc as proc on proc.oid = tgfoid where not tgisinternal and pronamespace::regnamespace::text = 'private'`,
}

test('the login of the owner is no superuser, and alters and makes nothing where other services live', async () => {
  const { client } = project.owner
  for (const refused of [
    'alter table auth.users add column note text',
    'alter table storage.objects add column note text',
    'create table auth.notes ()',
    'create table storage.notes ()',
    'create index on realtime.messages (topic)',
    'set role supabase_admin',
  ])
    await expect(client.query(refused), refused).rejects.toThrow(/permission denied|must be owner/)
})

describe.skipIf(!TOOL)(TITLE, () => {
  test('takes every migration, also after it was killed in the middle of one, and then has nothing to do', async () => {
    const killed = await push(`Applying migration ${FILES[1]}`)
    expect(killed.code).toBeNull()
    const pushed = await push()
    expect(pushed).toEqual({ code: 0, output: expect.stringContaining(`Applying migration ${FILES.at(-1)}`) })
    expect(await applied()).toEqual(FILES)
    expect((await push()).output).toContain('up to date')
    expect(existsSync(join(ROOT, 'supabase', '.temp'))).toBe(false)
  })

  test.each(Object.keys(RIGHTS))('leaves the same %s there as in the embedded database', async (subject) => {
    const sql = `select line from (${RIGHTS[subject]}) as lines order by line collate "C"`
    const there = await project.owner.client.query<{ line: string }>(sql)
    expect(there.rows.length).toBeGreaterThan(0)
    expect(there.rows).toEqual(await owner(embedded, sql))
  })
})
