import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { makeFile, replaceFile } from '../atomic-file.ts'
import { readSecretFile } from '../secret-file.ts'
import type { Database, Transaction } from './types.ts'

/** A login of the database that does the work of a role whose name every Supabase project has. */
export type Login = { name: string; password: string; role: 'authenticator' | 'supabase_auth_admin' }

/** The logins of one data folder; processes that share its `logins.json` share them. */
export type LoginPair = { api: Login; auth: Login }

/** Where a data folder keeps the passwords of its logins. */
export const LOGINS_FILE = 'logins.json'

const pairSchema = z.object({ authenticator: z.string().min(1), authAdmin: z.string().min(1) })
/** `former` are those before, which the database may still know. */
const passwordsSchema = pairSchema.extend({ former: z.array(pairSchema).optional() })

type Pair = z.infer<typeof pairSchema>
type Passwords = z.infer<typeof passwordsSchema>
type Warn = (message: string) => void

const LOCK_KEY = 7_240_022
const SUFFIX_LETTERS = 12

/**
 * Reads the logins of a data folder, making their passwords at the first start. Roles belong to a whole PostgreSQL
 * server, so the names end in what only this folder has: another installation on the server has logins of its own.
 * @param warn told of a file that others could read
 * @throws naming the file, when it is damaged
 */
export function loginsOf(dataDirectory: string, warn: Warn = () => undefined): LoginPair {
  return pairOf(readPasswords(join(dataDirectory, LOGINS_FILE), warn))
}

function pairOf({ authenticator, authAdmin }: Pair): LoginPair {
  const suffix = createHash('sha256').update(`${authenticator} ${authAdmin}`).digest('hex').slice(0, SUFFIX_LETTERS)
  return {
    api: { name: `authenticator_${suffix}`, password: authenticator, role: 'authenticator' },
    auth: { name: `supabase_auth_admin_${suffix}`, password: authAdmin, role: 'supabase_auth_admin' },
  }
}

function readPasswords(file: string, warn: Warn): Passwords {
  if (!existsSync(file)) makeFile(file, JSON.stringify(freshPair()))
  return readSecretFile(file, passwordsSchema, warn)
}

const freshPassword = () => randomBytes(24).toString('base64url')
const freshPair = (): Pair => ({ authenticator: freshPassword(), authAdmin: freshPassword() })

/** Chooses new logins for the next start, which makes them and drops those before. */
export function renewLogins(dataDirectory: string): void {
  const file = join(dataDirectory, LOGINS_FILE)
  const { former = [], ...last } = readPasswords(file, () => undefined)
  replaceFile(file, JSON.stringify({ ...freshPair(), former: [...former, last] }))
}

/**
 * Drops the logins that were replaced, once the new ones work. Those that somebody is connected with stay until the next
 * start: another process may not have been started again yet.
 * @param warn told of those that stay
 */
export async function dropFormerLogins(database: Database, dataDirectory: string, warn: Warn): Promise<void> {
  const file = join(dataDirectory, LOGINS_FILE)
  const kept: Pair[] = []
  const { former = [] } = readPasswords(file, warn)
  for (const pair of former) {
    const logins = pairOf(pair)
    const names = [logins.api.name, logins.auth.name]
    const isUsed = await database.asOwner(async (tx) => {
      const { rows } = await tx.query('select from pg_stat_activity where usename = any($1) limit 1', [names])
      if (rows.length === 0) await dropLogins(tx, logins)
      return rows.length > 0
    })
    if (!isUsed) continue
    kept.push(pair)
    warn(`${names.join(' and ')} were replaced and are still connected: start the other processes again, then this one`)
  }
  if (former.length === 0) return
  // What was replaced meanwhile is for the next start.
  const { former: later = [], ...current } = readPasswords(file, warn)
  const left = later.filter((pair) => !former.some(({ authenticator }) => authenticator === pair.authenticator))
  replaceFile(file, JSON.stringify({ ...current, former: [...kept, ...left] }))
}

/**
 * Makes the logins that the server does not have; one that is there stays as it is, since others may be using it.
 * @returns the names of those that were made
 * @throws when the owner may not make them, with what to do
 */
export function makeLogins(database: Database, { api, auth }: LoginPair): Promise<string[]> {
  return database.asOwner(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [LOCK_KEY])
    const { rows } = await tx.query<{ name: string }>(
      'select rolname::text as name from pg_roles where rolname = any($1)',
      [[api.name, auth.name]],
    )
    const missing = [api, auth].filter(({ name }) => !rows.some((row) => row.name === name))
    for (const login of missing) await makeLogin(tx, login)
    return missing.map(({ name }) => name)
  })
}

/** Drops the logins of a data folder; the roles whose work they do stay, since others may share them. */
export async function dropLogins(tx: Transaction, { api, auth }: LoginPair): Promise<void> {
  for (const { name } of [api, auth]) await runFormatted(tx, 'drop role if exists %I', [name])
}

async function makeLogin(tx: Transaction, { name, password, role }: Login): Promise<void> {
  await runFormatted(tx, 'create role %I login noinherit password %L', [name, password])
  await runFormatted(tx, 'grant %I to %I', [role, name])
  if (role !== 'supabase_auth_admin') return
  // Its connections act as the role from their first statement on, as the sign-in service of a project does.
  await runFormatted(tx, 'alter role %I set role = %I', [name, role])
  await runFormatted(tx, `alter role %I set search_path = 'auth', 'extensions'`, [name])
}

/** Runs a statement that takes no parameters, with names and texts put in by the server's own `format`. */
async function runFormatted(tx: Transaction, statement: string, values: string[]): Promise<void> {
  const places = values.map((_, i) => `$${i + 2}::text`).join(', ')
  const { rows } = await tx.query<{ text: string }>(`select format($1, ${places}) as text`, [statement, ...values])
  await tx.query(rows[0]?.text ?? '')
}

/**
 * Asks as each login once, so that a server that lets them in by name (`pg_hba.conf`) is noticed at the start.
 * @throws naming the login that is not let in
 */
export async function checkLogins(database: Database, { api, auth }: LoginPair): Promise<void> {
  const asApi = database.queryAsCaller({ role: 'anon', claims: {} }, 'select 1')
  const asAuth = database.asAuthAdmin((tx) => tx.query('select 1'))
  const [apiAnswer, authAnswer] = await Promise.allSettled([asApi, asAuth])
  for (const [answer, { name }] of [[apiAnswer, api] as const, [authAnswer, auth] as const]) {
    if (answer.status === 'fulfilled') continue
    const { cause, message } = answer.reason as Error
    throw new Error(`The database does not let ${name} in: ${cause instanceof Error ? cause.message : message}`)
  }
}
