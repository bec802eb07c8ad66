import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { runFile } from './run-file.ts'
import type { Database } from './types.ts'

/**
 * Runs the seed files of a project that were never run on this database, each in one transaction as the owner; a file
 * that has changed since is not run again.
 * @param projectDirectory the folder `supabase/` itself
 * @param paths as `sql_paths` of `config.toml`: from that folder, `*` for any run of letters in a file's name
 * @returns the names of the files that were run now
 * @throws when one of them fails, naming it; those before it stay
 */
export async function seed(database: Database, projectDirectory: string, paths: string[]): Promise<string[]> {
  const files = [...new Set(paths.flatMap((path) => matches(join(projectDirectory, path))))]
  const ran: string[] = []
  for (const file of files) {
    const name = relative(projectDirectory, file)
    if (await runOnce(database, name, readFileSync(file, 'utf8'))) ran.push(name)
  }
  return ran
}

function matches(path: string): string[] {
  const [folder, pattern] = [dirname(path), basename(path)]
  if (!existsSync(folder)) return []
  const expression = new RegExp(`^${pattern.split('*').map(literally).join('.*')}$`)
  const names = readdirSync(folder).filter((name) => expression.test(name))
  return names.sort().map((name) => join(folder, name))
}

const literally = (text: string) => text.replace(/[\\^$.|?+()[\]{}]/g, '\\$&')

function runOnce(database: Database, name: string, sql: string): Promise<boolean> {
  const hash = createHash('sha256').update(sql).digest('hex')
  return database.asOwner(async (tx) => {
    await tx.query(
      'create table if not exists supabase_migrations.seed_files (path text primary key, hash text not null)',
    )
    await tx.query('lock table supabase_migrations.seed_files in exclusive mode')
    const known = await tx.query('select 1 from supabase_migrations.seed_files where path = $1', [name])
    if (known.rowCount > 0) return false
    await runFile(tx, `The seed ${name}`, sql)
    await tx.query('insert into supabase_migrations.seed_files (path, hash) values ($1, $2)', [name, hash])
    return true
  })
}
