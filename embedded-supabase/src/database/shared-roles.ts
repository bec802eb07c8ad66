import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type MigrationSet, migrate } from './migrations.ts'
import type { Database, Transaction } from './types.ts'

const ROLES = ['anon', 'authenticated', 'service_role', 'authenticator', 'supabase_auth_admin']

type Role = { name: string; flags: string; settings: string[]; mayGrant: boolean }

type Owner = Pick<Database, 'asOwner'>

/** The embedded package's own tables: roles, auth, storage, mail. */
export const OWN_MIGRATIONS: MigrationSet = {
  set: 'embedded-supabase',
  folder: join(dirname(createRequire(import.meta.url).resolve('embedded-supabase/package.json')), 'sql'),
}

/**
 * Brings the package's own tables up to date, in one transaction. The roles belong to the whole server: where they were
 * before the database's first start, they serve another installation, and what its operator made of them is left as it was.
 * @param only names of files, to stop at an earlier schema
 * @returns the names of the files that were applied now
 * @throws when the owner may not use the roles that are there, with the statement that lets it
 */
export function migrateBesideOthers(database: Owner, only?: string[]): Promise<string[]> {
  return database.asOwner(async (tx) => {
    const { rows } = await tx.query<{ first: boolean }>(
      `select to_regclass('supabase_migrations.applied_files') is null as first`,
    )
    const isFirstStart = rows[0]?.first === true
    const before = isFirstStart ? await readRoles(tx) : []
    await refuseForeignRoles(tx, before)
    const applied = await migrate({ asOwner: (run) => run(tx) }, { ...OWN_MIGRATIONS, only })
    if (isFirstStart) await putBack(tx, before)
    return applied
  })
}

async function readRoles(tx: Transaction): Promise<Role[]> {
  const { rows } = await tx.query<Role>(
    `select rolname::text as name, coalesce(rolconfig, '{}') as settings,
       concat_ws(' ', case when rolcanlogin then 'login' else 'nologin' end,
         case when rolinherit then 'inherit' else 'noinherit' end,
         case when rolbypassrls then 'bypassrls' else 'nobypassrls' end) as flags,
       pg_has_role(current_user, oid, 'member with admin option') as "mayGrant"
     from pg_roles where rolname = any($1) order by rolname`,
    [ROLES],
  )
  return rows
}

async function refuseForeignRoles(tx: Transaction, roles: Role[]): Promise<void> {
  const foreign = roles.filter(({ mayGrant }) => !mayGrant).map(({ name }) => name)
  if (foreign.length === 0) return
  const { rows } = await tx.query<{ owner: string }>('select quote_ident(current_user) as owner')
  throw new Error(
    `The roles ${foreign.join(', ')} of this PostgreSQL server belong to another installation. Let its superuser run ` +
      `"grant ${foreign.join(', ')} to ${rows[0]?.owner} with admin option", or use a server of your own.`,
  )
}

async function putBack(tx: Transaction, before: Role[]): Promise<void> {
  const after = new Map((await readRoles(tx)).map((role) => [role.name, role]))
  for (const { name, flags, settings } of before) {
    const now = after.get(name)
    if (now?.flags !== flags) await tx.query(`alter role ${name} ${flags}`)
    const names = new Set([...settings, ...(now?.settings ?? [])].map((entry) => entry.split('=', 1)[0] ?? ''))
    for (const setting of names) {
      const valueIn = (entries: string[] = []) => entries.find((entry) => entry.startsWith(`${setting}=`))
      if (valueIn(settings) === valueIn(now?.settings)) continue
      await tx.query(`alter role ${name} ${statementFor(setting, valueIn(settings)?.slice(setting.length + 1))}`)
    }
  }
}

/** A search path is kept as the list that a statement wants; every other value is one text. */
function statementFor(setting: string, value: string | undefined): string {
  if (value === undefined) return `reset ${setting}`
  return `set ${setting} = ${setting === 'search_path' ? value : `'${value.replaceAll("'", "''")}'`}`
}
