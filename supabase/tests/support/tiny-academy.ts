import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../../server/src/config.ts'

/**
 * A server that keeps lines in a file of its "database", takes the data folder for itself, and refuses a schema that is newer
 * than its code, as the academy does; with the real scripts around it.
 */
const MAIN = `
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
const { DATA_DIR = 'data', ACADEMY_RELEASE: release, LISTEN_FDS, PORT } = process.env
const database = join(DATA_DIR, 'postgres')
const note = join(DATA_DIR, 'running.json')
const lock = join(DATA_DIR, 'lock')
if (existsSync(lock)) {
  const { pid } = JSON.parse(readFileSync(lock, 'utf8'))
  try { process.kill(pid, 0); throw 'held' } catch (why) { if (why === 'held') { console.error('the data folder is in use'); process.exit(1) } }
}
mkdirSync(database, { recursive: true })
writeFileSync(lock, JSON.stringify({ pid: process.pid }))
const known = readdirSync(new URL('../../supabase/migrations', import.meta.url)).sort()
const schema = join(database, 'schema')
const applied = existsSync(schema) ? readFileSync(schema, 'utf8').split('\\n').filter(Boolean) : []
if (applied.some((name) => !known.includes(name))) { console.error('a migration is gone'); rmSync(lock); process.exit(1) }
for (const name of known) {
  const sql = readFileSync(new URL('../../supabase/migrations/' + name, import.meta.url), 'utf8')
  if (sql.includes('fails here') || (sql.includes('fails on real data') && !DATA_DIR.includes('rehearsal'))) {
    console.error('the migration ' + name + ' failed'); rmSync(lock); process.exit(1)
  }
  if (!applied.includes(name)) appendFileSync(schema, name + '\\n')
}
const state = { ready: true, isRehearsal: DATA_DIR.includes('rehearsal') }
CHANGE
const server = createServer((request, answer) => {
  if (request.url === '/ready') return answer.writeHead(state.ready ? 200 : 503).end()
  if (request.method === 'POST') appendFileSync(join(database, 'rows'), request.url.slice(1) + '\\n')
  answer.end(release ?? 'home')
})
server.listen(LISTEN_FDS ? { fd: 3 } : { port: Number(PORT), host: '127.0.0.1' }, () => {
  writeFileSync(note, JSON.stringify({ pid: process.pid, url: 'http://127.0.0.1:' + server.address().port, release }))
})
process.on('SIGTERM', () => {
  server.close(() => { rmSync(note, { force: true }); rmSync(lock); process.exit(0) })
  server.closeIdleConnections()
})
const parent = process.ppid
if (process.env.npm_lifecycle_event) setInterval(() => process.ppid === parent || process.exit(0), 50)
`

/** The commands that an upgrade asks for. */
const COMMANDS = `
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
const [name, file] = process.argv.slice(2)
const { DATA_DIR } = process.env
if (name === 'doctor') console.log(JSON.stringify({ mistakes: MISTAKES }))
if (name === 'backup') {
  if (existsSync(join(DATA_DIR, 'disk-full'))) { console.error('ENOSPC: no space left on device'); process.exit(1) }
  cpSync(join(DATA_DIR, 'postgres'), file, { recursive: true })
}
if (name === 'restore') {
  mkdirSync(DATA_DIR, { recursive: true })
  cpSync(file, join(DATA_DIR, 'postgres'), { recursive: true })
}
if (name === 'reset') rmSync(DATA_DIR, { recursive: true, force: true })
`

const BUILD = `
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'
export const ensureBuilt = async () => cpSync(join(root, 'server/program'), join(root, 'server/build'), { recursive: true })
export const ensureServerBuilt = ensureBuilt
`

export type Twist = { migration?: string; change?: string; mistakes?: { code: string; what: string; mend: string }[] }

/** Lays a tiny academy, which starts within the blink of an eye, and has a release's faults where a test wants them. */
export const layTinyAcademy =
  ({ migration, change = '', mistakes = [] }: Twist = {}) =>
  (folder: string): void => {
    for (const name of ['scripts', 'package.json']) cpSync(join(ROOT, name), join(folder, name), { recursive: true })
    writeFileSync(join(folder, 'scripts/lib/build.mjs'), BUILD)
    writeFileSync(join(folder, 'scripts/lib/install.mjs'), 'export const ensureInstalled = async () => undefined\n')
    for (const name of ['server/program', 'supabase/migrations']) mkdirSync(join(folder, name), { recursive: true })
    writeFileSync(join(folder, 'server/program/main.js'), MAIN.replace('CHANGE', change))
    writeFileSync(join(folder, 'server/program/academy.js'), COMMANDS.replace('MISTAKES', JSON.stringify(mistakes)))
    cpSync(join(folder, 'server/program'), join(folder, 'server/build'), { recursive: true })
    writeFileSync(join(folder, 'supabase/migrations/1_first.sql'), 'select 1;')
    if (migration) writeFileSync(join(folder, 'supabase/migrations/2_second.sql'), migration)
  }
