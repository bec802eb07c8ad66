import { inspectDatabase, migrationFiles, type RunQuery } from 'embedded-supabase'
import { KINDS } from '../../../supabase/functions/_shared/kinds.ts'
import type { Config } from '../config.ts'
import { DEMO_ADDRESSES } from '../seed/accounts.ts'
import type { DatabaseFacts } from './facts.ts'

const PAGES = KINDS['legal_documents.slug']
const DURABILITY = ['fsync', 'synchronous_commit', 'full_page_writes']

const PROJECT_ANSWERS_MS = 5_000

/** Looks into the database; a text says why that failed. Of a Supabase project only whether it answers. */
export async function gatherDatabaseFacts(config: Config): Promise<DatabaseFacts | string | undefined> {
  if (config.remoteSupabase) return failureOf(config.remoteSupabase)
  try {
    return await inspectDatabase(config, (look) => read(look, config.projectDirectory))
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Why a project does not give what every page reads; undefined when it does. */
async function failureOf({ url, anonKey }: NonNullable<Config['remoteSupabase']>): Promise<string | undefined> {
  try {
    const answer = await fetch(`${url}/rest/v1/app_settings?select=key&limit=1`, {
      redirect: 'error',
      headers: { apikey: anonKey },
      signal: AbortSignal.timeout(PROJECT_ANSWERS_MS),
    })
    return answer.ok ? undefined : `${url} answers with ${answer.status}: ${await answer.text()}`
  } catch (error) {
    const { cause, message } = error as Error
    return `${url} does not answer: ${cause instanceof Error ? cause.message || String(Reflect.get(cause, 'code')) : message}`
  }
}

async function read(look: RunQuery, projectDirectory: string): Promise<DatabaseFacts> {
  const durability = DURABILITY.map((name) => `('${name}', current_setting('${name}'))`).join(', ')
  const [now] = await look<{ time: Date }>('select clock_timestamp() as time')
  const unsafe = await look<{ name: string }>(
    `select name from (values ${durability}) as settings (name, value) where value = 'off'`,
  )
  const facts = { time: now?.time ?? new Date(), unsafe: unsafe.map(({ name }) => name) }
  const pendingMigrations = await findPending(look, projectDirectory)
  const [schema] = await look<{ isThere: boolean }>(
    `select count(*) = 5 as "isThere" from information_schema.columns
     where (table_schema, table_name, column_name) in (('public', 'app_settings', 'value'), ('public', 'admin_users', 'email'),
       ('public', 'courses', 'id'), ('public', 'legal_document_versions', 'awaits_review'), ('auth', 'mfa_factors', 'status'))`,
  )
  const known = { ...facts, pendingMigrations, heldKinds: await findHeld(look) }
  return { ...known, ...(schema?.isThere ? await readAcademy(look) : NOTHING_YET) }
}

/** What is told of a database that waits for its migrations. */
const NOTHING_YET = {
  legal: { drafts: [], missing: [] },
  demo: { isMarked: false, isPartial: false, courses: 0, staff: [], people: 0 },
  superAdmins: { active: [], withoutSecondStep: [] },
  staffDomains: [],
  siteSettings: {},
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

async function findHeld(look: RunQuery): Promise<string[]> {
  const [table] = await look<{ isThere: boolean }>(
    `select to_regclass('private.outgoing_holds') is not null as "isThere"`,
  )
  if (!table?.isThere) return []
  const [hold] = await look<{ kinds: string[] }>('select kinds from private.outgoing_holds where ended_at is null')
  return hold?.kinds ?? []
}

async function readAcademy(look: RunQuery) {
  const { content } = await import('../../../supabase/seeds/content/index.ts')
  const demoCourses = content.courses.map(({ id }) => `'${id}'`).join(', ')
  const inForce = await look<{ slug: string; isDraft: boolean }>(
    `select distinct on (slug) slug, awaits_review as "isDraft" from public.legal_documents
     join public.legal_document_versions on document_id = legal_documents.id
     where is_published and effective_at <= now() order by slug, version desc`,
  )
  const settings = await look<{ key: string; value: unknown }>(
    `select key, value from public.app_settings where key in ('demo_academy', 'demo_content', 'staff_email_domains') or is_public`,
  )
  const [courses] = await look<{ count: number }>(
    `select count(*)::integer as count from public.courses where id in (${demoCourses})`,
  )
  const [people] = await look<{ count: number }>(
    `select count(*)::integer as count from auth.users where raw_app_meta_data @> '{"demo":true}'`,
  )
  const staff = await look<{ email: string; role: string; isSecured: boolean }>(
    `select admin_users.email, roles.name as role, exists (
       select from auth.mfa_factors where user_id = admin_users.supabase_auth_id and status = 'verified') as "isSecured"
     from public.admin_users join public.roles on roles.id = admin_users.role_id where is_active order by admin_users.email`,
  )
  const superAdmins = staff.filter(({ role }) => role === 'super_admin')
  const setting = (name: string) => settings.find(({ key }) => key === name)?.value
  const domains = setting('staff_email_domains')
  return {
    legal: {
      drafts: inForce.filter(({ isDraft }) => isDraft).map(({ slug }) => `/${slug}`),
      missing: PAGES.filter((page) => !inForce.some(({ slug }) => slug === page)).map((page) => `/${page}`),
    },
    demo: {
      isMarked: setting('demo_academy') === true,
      isPartial: ['adding', 'partial'].includes(String(setting('demo_content'))),
      courses: courses?.count ?? 0,
      staff: staff.map(({ email }) => email).filter((email) => DEMO_ADDRESSES.includes(email)),
      people: people?.count ?? 0,
    },
    superAdmins: {
      active: superAdmins.map(({ email }) => email),
      withoutSecondStep: superAdmins.filter(({ isSecured }) => !isSecured).map(({ email }) => email),
    },
    siteSettings: Object.fromEntries(settings.map(({ key, value }) => [key, value])),
    staffDomains: Array.isArray(domains) ? domains.map(String) : [],
  }
}
