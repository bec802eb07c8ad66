import { readdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrationName } from '../../scripts/lib/migration-name.mjs'
import { type Databases, startDatabases } from './databases.ts'
import { renderMigration } from './render.ts'

// Compares the migrations with the declared schema. With a name it writes the migration that leads from one to the other
// (npm run db:diff -- course_new_until); without one it fails where they differ.
const FOLDER = fileURLToPath(new URL('../migrations', import.meta.url))
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const print = (text: string) => void process.stdout.write(`${text}\n`)

async function run(databases: Databases, words: string | undefined): Promise<void> {
  const difference = await databases.difference('migrated', 'declared')
  if (difference.actions.length === 0) return print('The migrations lead to the declared schema.')
  const sql = renderMigration(difference)
  print(sql)
  if (words === undefined) throw new Error('supabase/schemas and supabase/migrations differ: npm run db:diff -- <name>')
  const file = join(FOLDER, migrationName(readdirSync(FOLDER), words))
  await databases.copyWith('migrated', 'proof', sql)
  const { actions } = await databases.difference('proof', 'declared')
  if (actions.length > 0) throw new Error(`It would leave:\n${actions.map((action) => action.sql).join('\n')}`)
  writeFileSync(file, sql, { flag: 'wx' })
  for (const { dataLoss, sql } of difference.actions) if (dataLoss !== 'none') print(`LOSES ROWS OR VALUES: ${sql}`)
  print(`${relative(ROOT, file)}: proved, with it both schemas are equal. Changes of rows are yours to add.`)
}

const databases = await startDatabases()
try {
  await run(databases, process.argv[2])
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
} finally {
  await databases.close()
}
