/**
 * How much of the speed of a bare `node:http` + `pg` handler a REST read keeps; run it with
 * `npx tsx embedded-supabase/bench/rest-read.ts`. Both sides answer the same bytes from the same SQL under the same
 * role. `bare` sends begin, settings, statement and commit one after the other; `batched` sends what REST sends, in
 * one round trip, so that what is left of the difference is the price of HTTP, parsing and headers. The sides take
 * turns, and the best turn of each counts, because other work on the machine only ever takes away.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import pg from 'pg'
import { rememberCallers } from '../src/caller.ts'
import { createCallerShares } from '../src/caller-shares.ts'
import { type Caller, type CallerOptions, type Database, migrate, openDatabase } from '../src/database/index.ts'
import { createJwt } from '../src/jwt.ts'
import { loadKeys } from '../src/keys.ts'
import type { PartDependencies } from '../src/part-dependencies.ts'
import { readProjectConfig } from '../src/project-config.ts'
import { createRest } from '../src/rest/index.ts'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 4)
const TURNS = Number(process.env.BENCH_TURNS ?? 3)
const CONNECTIONS = 16
const BUDGET = 0.6
const PATH =
  '/rest/v1/courses?select=id,title_he,description_he,thumbnail_url,author_name,category:categories(id,name_he),lessons(id)&is_published=eq.true&order=order_index.asc'
const SCHEMA = `
create table public.categories (id uuid primary key default gen_random_uuid(), name_he text not null);
create table public.courses (id uuid primary key default gen_random_uuid(), title_he text, description_he text,
  thumbnail_url text, author_name text, category_id uuid references public.categories, order_index int, is_published boolean default true);
create table public.lessons (id uuid primary key default gen_random_uuid(), course_id uuid references public.courses);
create index on public.lessons (course_id);
alter table public.courses enable row level security;
create policy courses_select on public.courses for select to anon using (is_published);
insert into public.categories (name_he) select 'קטגוריה ' || i from generate_series(1, 6) i;
insert into public.courses (title_he, description_he, thumbnail_url, author_name, category_id, order_index)
  select 'קורס ' || i, repeat('תיאור של קורס. ', 8), '/images/' || i, 'מחברת',
    (select id from public.categories order by name_he offset i % 6 limit 1), i from generate_series(1, 24) i;
insert into public.lessons (course_id) select c.id from public.courses c, generate_series(1, 8);
analyze public.courses, public.lessons, public.categories;
`

type Statement = { caller: Caller; text: string; values: unknown[]; options: CallerOptions }

const folder = mkdtempSync(join(tmpdir(), 'embedded-supabase-bench-'))
chmodSync(folder, 0o711)
mkdirSync(join(folder, 'migrations'))
writeFileSync(join(folder, 'migrations', '0001_bench.sql'), SCHEMA)
const database = await openDatabase({ dataDirectory: join(folder, 'data') })
await migrate(database, { set: 'bench', folder: join(folder, 'migrations') })
const pool = new pg.Pool({
  host: database.cluster?.socketDirectory ?? '',
  user: 'postgres',
  password: database.cluster?.ownerPassword ?? '',
  database: 'postgres',
  max: CONNECTIONS,
})
// Connections that are idle when the database stops say so.
pool.on('error', () => undefined)

const keys = await loadKeys(join(folder, 'keys.json'))
let statement: Statement | undefined
const spied: Database = {
  ...database,
  queryAsCaller(caller, text, values = [], options = {}) {
    statement ??= { caller, text, values, options }
    return database.queryAsCaller(caller, text, values, options)
  },
}
const dependencies = {
  database: spied,
  callerOf: rememberCallers(await createJwt(keys)),
  shares: createCallerShares(),
  config: readProjectConfig(folder),
  log: () => undefined,
}
const rest = createRest(dependencies as unknown as PartDependencies)

const servers = {
  rest: await listen(restListener),
  bare: await listen(bareListener),
  batched: await listen(batchedListener),
}
const bytes = await Promise.all(
  Object.values(servers).map(async ({ url }) => (await fetch(url, { headers: { apikey: keys.anonKey } })).text()),
)
if (new Set(bytes).size !== 1 || bytes[0] === '') throw new Error('The handlers do not answer the same bytes')

const best: Record<string, number> = { rest: 0, bare: 0, batched: 0 }
for (let turn = 0; turn < TURNS; turn++) {
  for (const [name, { url }] of Object.entries(servers)) best[name] = Math.max(best[name] ?? 0, await load(url))
}
const { rest: ours = 0, bare = 1, batched = 1 } = best
process.stdout.write(
  [
    `${bytes[0]?.length} characters per answer, ${CONNECTIONS} connections, ${TURNS} turns of ${SECONDS} s`,
    `rest     ${ours.toFixed(0)} req/s`,
    `bare     ${bare.toFixed(0)} req/s, ratio ${(ours / bare).toFixed(2)} (budget ${BUDGET})`,
    `batched  ${batched.toFixed(0)} req/s, ratio ${(ours / batched).toFixed(2)}`,
    '',
  ].join('\n'),
)
for (const { close } of Object.values(servers)) close()
await pool.end()
await database.close()
rmSync(folder, { recursive: true, force: true })
process.exit(ours / bare >= BUDGET ? 0 : 1)

function restListener(...[incoming, outgoing]: Parameters<RequestListener>): void {
  // The other sides answer nothing compressed.
  const headers = { ...incoming.headers, 'accept-encoding': 'identity' } as Record<string, string>
  const request = new Request(`http://localhost${incoming.url}`, { method: incoming.method ?? 'GET', headers })
  void rest(request, { clientAddress: '127.0.0.1' }).then(async (response) => {
    const body = await response.text()
    outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(body)
  })
}

function bareListener(...[, outgoing]: Parameters<RequestListener>): void {
  void answerBare().then((body) =>
    outgoing.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(body),
  )
}

async function answerBare(): Promise<string> {
  const { caller, text, values, options } = known()
  const settings = { ...options.settings, 'request.jwt.claims': JSON.stringify(caller.claims), role: caller.role }
  const client = await pool.connect()
  try {
    await client.query('begin read only')
    const calls = Object.keys(settings).map((name, i) => `set_config('${name}', $${i + 1}, true)`)
    await client.query(`select ${calls.join(', ')}`, Object.values(settings))
    const { rows } = await client.query<{ body: string }>(text, values)
    await client.query('commit')
    return rows[0]?.body ?? ''
  } finally {
    client.release()
  }
}

function batchedListener(...[, outgoing]: Parameters<RequestListener>): void {
  const { caller, text, values, options } = known()
  void database.queryAsCaller<{ body: string }>(caller, text, values, options).then(({ rows }) => {
    outgoing.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(rows[0]?.body)
  })
}

function known(): Statement {
  if (!statement) throw new Error('REST has to answer first')
  return statement
}

async function listen(listener: RequestListener): Promise<{ url: string; close: () => void }> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`
  if (listener === restListener) await (await fetch(url, { headers: { apikey: keys.anonKey } })).text()
  return {
    url,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function load(url: string): Promise<number> {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    workers: 1,
    headers: { apikey: keys.anonKey, authorization: `Bearer ${keys.anonKey}` },
  })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url} failed ${result.non2xx + result.errors} times`)
  return result.requests.average
}
