import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ClientBase } from 'pg'
import { statementsOf } from './statements.ts'

const SUPABASE = fileURLToPath(new URL('..', import.meta.url))

/** One statement of the declared schema and the file that has it, from `supabase/`. */
export type Declared = { file: string; sql: string }

/** The declared schema: `roles.sql`, then every file below `schemas/`, area by area. */
export function readDeclared(): Declared[] {
  const areas = readdirSync(join(SUPABASE, 'schemas'), { recursive: true, encoding: 'utf8' })
  const files = areas.filter((name) => name.endsWith('.sql')).sort()
  return ['roles.sql', ...files.map((name) => join('schemas', name))].flatMap((file) =>
    statementsOf(readFileSync(join(SUPABASE, file), 'utf8')).map((sql) => ({ file, sql })),
  )
}

/**
 * Runs statements in one transaction, whatever their order: what lacks another one's object is tried again after it.
 * @returns them in the order in which they ran
 * @throws with the files and reasons of those that run in no order
 */
export async function loadDeclared(client: ClientBase, declared: Declared[]): Promise<Declared[]> {
  const ran: Declared[] = []
  await client.query('begin; set local check_function_bodies = off; set local client_min_messages = warning')
  for (let waiting = declared; waiting.length > 0; ) {
    const failed: { statement: Declared; reason: string }[] = []
    for (const statement of waiting) {
      await client.query('savepoint before')
      try {
        await client.query(statement.sql)
        ran.push(statement)
      } catch (error) {
        await client.query('rollback to before')
        failed.push({ statement, reason: (error as Error).message })
      }
    }
    if (failed.length === waiting.length) {
      await client.query('rollback')
      throw new Error(failed.map(({ statement: { file, sql }, reason }) => `${file}: ${reason}\n${sql}`).join('\n\n'))
    }
    waiting = failed.map(({ statement }) => statement)
  }
  await client.query('commit')
  return ran
}
