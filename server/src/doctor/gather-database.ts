import { inspectDatabase, migrationFiles, type RunQuery } from 'embedded-supabase'
import { KINDS } from '../../../supabase/functions/_shared/kinds.ts'
import type { Config } from '../config.ts'
import type { DatabaseFacts } from './facts.ts'
import { type AcademyState, academyFacts, demoCourses } from './gather-academy.ts'

const DURABILITY = ['fsync', 'synchronous_commit', 'full_page_writes']

/** Looks into the database; a text says why that failed. */
export async function gatherDatabaseFacts(config: Config): Promise<DatabaseFacts | string | undefined> {
  try {
    return await inspectDatabase(config, (look) => read(look, config.projectDirectory))
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

async function read(look: RunQuery, projectDirectory: string): Promise<DatabaseFacts> {
  const durability = DURABILITY.map((name) => `('${name}', current_setting('${name}'))`).join(', ')
  const [now] = await look<{ time: Date }>('select clock_timestamp() as time')
  const unsafe = await look<{ name: string }>(
    `select name from (values ${durability}) as settings (name, value) where value = 'off'`,
  )
  return {
    time: now?.time ?? new Date(),
    unsafe: unsafe.map(({ name }) => name),
    pendingMigrations: await findPending(look, projectDirectory),
    ...academyFacts((await readAcademy(look)) ?? NOTHING_YET),
  }
}

/** What is known of a database that waits for its migrations. */
const NOTHING_YET: AcademyState = {
  held_kinds: [],
  legal: KINDS['legal_documents.slug'].map((slug) => ({ slug, is_draft: false })),
  settings: {},
  demo_courses: 0,
  demo_people: 0,
  staff: [],
}

async function findPending(look: RunQuery, projectDirectory: string): Promise<string[]> {
  const [ledger] = await look<{ isThere: boolean }>(
    `select to_regclass('supabase_migrations.applied_files') is not null as "isThere"`,
  )
  const applied = ledger?.isThere
    ? await look<{ name: string }>(`select set_name || '/' || name as name from supabase_migrations.applied_files`)
    : []
  const known = new Set(applied.map(({ name }) => name))
  return migrationFiles(projectDirectory)
    .filter(({ set, name }) => !known.has(`${set}/${name}`))
    .map(({ name }) => name)
}

async function readAcademy(look: RunQuery): Promise<AcademyState | undefined> {
  const [known] = await look<{ isThere: boolean }>(
    `select to_regprocedure('public.project_state(uuid[])') is not null as "isThere"`,
  )
  if (!known?.isThere) return undefined
  const courses = (await demoCourses()).map((id) => `'${id}'`).join(', ')
  const [answer] = await look<{ state: AcademyState }>(
    `select public.project_state(array[${courses}]::uuid[]) as state`,
  )
  return answer?.state
}
