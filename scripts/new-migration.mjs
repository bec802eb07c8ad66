// Makes a migration to be written, whose name sorts after all others: npm run db:new -- course_new_until
import { readdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { migrationName } from './lib/migration-name.mjs'
import { root } from './lib/run.mjs'

// Applied as it is, it would be known by what it is now, and what is written later refused.
const UNWRITTEN = `-- What changes, and why.
do $$ begin raise exception 'This migration is not written yet'; end $$;
`

const folder = join(root, 'supabase/migrations')
try {
  const file = join(folder, migrationName(readdirSync(folder), process.argv[2]))
  writeFileSync(file, UNWRITTEN, { flag: 'wx' })
  console.log(relative(root, file))
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
