import type pg from 'pg'
import type { RoleSettings } from './identity.ts'
import type { Caller } from './types.ts'

const FRESH_MS = 10_000
/** What is left of a role's settings would not survive a transaction of its own. */
const NOT_PER_TRANSACTION = new Set(['role', 'session_authorization', 'search_path'])

type WatchedSettings = {
  of(role: Caller['role']): Promise<RoleSettings> | RoleSettings
  /** Lets the next caller wait for what is read anew. */
  forget(): void
}

/**
 * Reads what `alter role ... set` gave the three API roles, such as their statement timeout.
 * The first caller waits for it; later it is read again in the background at most every ten seconds.
 */
export function watchRoleSettings(pool: pg.Pool): WatchedSettings {
  let settings: Map<string, RoleSettings> | undefined
  let reading: Promise<Map<string, RoleSettings>> | undefined
  let readAt = 0

  function read(): Promise<Map<string, RoleSettings>> {
    if (reading) return reading
    const now = readAll(pool)
      .then((fresh) => {
        if (reading !== now) return fresh
        settings = fresh
        readAt = Date.now()
        return fresh
      })
      .finally(() => {
        if (reading === now) reading = undefined
      })
    reading = now
    return now
  }

  return {
    of(role) {
      if (!settings) return read().then((all) => all.get(role) ?? {})
      if (Date.now() - readAt > FRESH_MS) read().catch(() => undefined)
      return settings.get(role) ?? {}
    },
    forget() {
      settings = undefined
      reading = undefined
    },
  }
}

async function readAll(pool: pg.Pool): Promise<Map<string, RoleSettings>> {
  const { rows } = await pool.query<{ rolname: string; rolconfig: string[] | null }>(
    `select rolname, rolconfig from pg_roles where rolname in ('anon', 'authenticated', 'service_role')`,
  )
  return new Map(rows.map(({ rolname, rolconfig }) => [rolname, parseSettings(rolconfig ?? [])]))
}

/** `['statement_timeout=3s']` as an object. */
export function parseSettings(entries: string[]): RoleSettings {
  const pairs = entries.map((entry): [string, string] => {
    const at = entry.indexOf('=')
    return [entry.slice(0, at), entry.slice(at + 1)]
  })
  return Object.fromEntries(pairs.filter(([name]) => !NOT_PER_TRANSACTION.has(name)))
}
