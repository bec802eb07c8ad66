/**
 * A campaign of marketing to 20,000 students (or as many as said) from the built server over a mail server that refuses,
 * stalls, dies and lies; the server is killed twice meanwhile. Prints what became of the recipients beside what the mail
 * server did, and how fast the site answered. Ends with 1 when somebody is in no true state, got it twice by our doing,
 * or got it without having agreed. Between its rounds the waits of refused mails are let pass in the database.
 */

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Database, migrate, openDatabase } from '../../embedded-supabase/src/database/index.ts'
import { ensureBuilt } from '../../scripts/lib/build.mjs'
import { quantile } from '../../scripts/lib/figures.mjs'
import { serve, temporaryData } from '../../scripts/lib/served.mjs'
import { mannerOf, numberOf, startHostileMailServer, type Try } from './hostile-mail-server.ts'

type Served = Awaited<ReturnType<typeof serve>>

const PEOPLE = Number(process.argv[2] ?? 20_000)
const LINES = 4
const KILLS = 2
const ROUNDS = 14
/** Longer than a sender waits for a mail server that stalls. */
const SETTLED_MS = 20_000
const MIGRATIONS = join(fileURLToPath(new URL('..', import.meta.url)), 'migrations')
/** One in ten never agreed; one in fifty withdraws while it is being sent. */
const NEVER_AGREED = 10
const WITHDRAWS = [50, 25] as const

type Row = { email: string; state: string; reason: string | null; attempts: number }

await ensureBuilt()
const mail = await startHostileMailServer()
const { dataDirectory, remove } = temporaryData()
const latencies: { before: number[]; during: number[] } = { before: [], during: [] }
let withdrawnAt = 0
let server: Served | undefined
let failed = false
try {
  await fill()
  server = await start()
  await probe(server, latencies.before, 4_000)
  await inDatabase(async (run) =>
    run(`update private.campaigns set state = 'scheduled', starts_at = now() where occasion is null`),
  )
  server = await start()
  const began = Date.now()
  for (let kill = 1; kill <= KILLS; kill += 1) {
    await reach(server, (PEOPLE * kill) / (KILLS + 2))
    await server.kill()
    console.log(`killed after ${mail.taken} mails`)
    server = await start()
  }
  await reach(server, PEOPLE * 0.6)
  await mail.die()
  await withdraw()
  await mail.rise()
  server = await start()
  for (let round = 1; round <= ROUNDS; round += 1) {
    await settle(server)
    const open = await letTimePass()
    console.log(`round ${round}: ${mail.taken} taken, ${open} open after ${Math.round((Date.now() - began) / 1000)} s`)
    if (open === 0) break
    server = await start()
  }
  server = undefined
  await judge()
} finally {
  await server?.kill()
  await mail.close()
  remove()
}
process.exit(failed ? 1 : 0)

function start(): Promise<Served> {
  return serve(dataDirectory, {
    SEED_DEMO: 'false',
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(mail.port),
    MAIL_FROM: '"academy" <academy@example.org>',
  })
}

/** Works in the database while no server does. */
async function inDatabase<Value>(work: (run: (sql: string) => Promise<never[]>) => Promise<Value>): Promise<Value> {
  await server?.stop()
  const database: Database = await openDatabase({ dataDirectory, durable: true })
  try {
    return await work((sql) =>
      database.asOwner(async (tx) => {
        await tx.query('set local statement_timeout = 0')
        return (await tx.query<never>(sql)).rows
      }),
    )
  } finally {
    await database.close()
  }
}

async function fill(): Promise<void> {
  const first = await start()
  await first.stop()
  const database = await openDatabase({ dataDirectory, durable: true })
  await migrate(database, { set: 'project', folder: MIGRATIONS })
  await database.asOwner(async (tx) => {
    await tx.query('set local statement_timeout = 0')
    await tx.query('set local session_replication_role = replica')
    await tx.query(`
      with made as (
        insert into auth.users (id, email, email_confirmed_at)
        select gen_random_uuid(), 's' || n || '@example.com', now() from generate_series(1, ${PEOPLE}) n returning id, email)
      insert into users (id, email, first_name, phone_number, email_verified, marketing_consent)
      select id, email, 'דנה', '+97250' || lpad(substring(email from '\\d+'), 7, '0'), true,
        substring(email from '\\d+')::int % ${NEVER_AGREED} <> 0 from made`)
    await tx.query(`
      insert into private.campaigns (name, kind, subject, body, per_minute, quiet_from, quiet_to)
      values ('campaign', 'marketing', '{{first_name|שלום}}, קורס חדש',
        '{"type": "doc", "content": [{"type": "paragraph", "content": [{"type": "text", "text": "נפתח קורס חדש."}]}]}', 12000, null, null)`)
  })
  await database.close()
}

/** Waits until so many mails were taken, or none come any more, asking the site meanwhile how fast it answers. */
async function reach(running: Served, wanted: number): Promise<void> {
  let last = mail.taken
  let still = Date.now()
  while (mail.taken < wanted && Date.now() - still < SETTLED_MS) {
    await probe(running, latencies.during, 1_000)
    if (mail.taken !== last) still = Date.now()
    last = mail.taken
  }
}

async function settle(running: Served): Promise<void> {
  await reach(running, Number.POSITIVE_INFINITY).catch(() => undefined)
}

async function probe({ url, anonKey }: Served, times: number[], lengthMs: number): Promise<void> {
  const until = Date.now() + lengthMs
  while (Date.now() < until) {
    const began = performance.now()
    const answer = await fetch(`${url}/rest/v1/courses?select=id,title_he&limit=20`, { headers: { apikey: anonKey } })
    await answer.text()
    times.push(performance.now() - began)
    await sleep(100)
  }
}

async function withdraw(): Promise<void> {
  const [every, rest] = WITHDRAWS
  await inDatabase((run) =>
    run(`update users set marketing_consent = false where substring(email from '\\d+')::int % ${every} = ${rest}`),
  )
  withdrawnAt = Date.now()
}

/** Lets the waits pass; how many recipients are without an end. */
async function letTimePass(): Promise<number> {
  return inDatabase(async (run) => {
    await run(`update private.campaign_recipients set due_at = now() where state = 'waiting'`)
    await run(`update private.campaign_recipients set claimed_at = now() - interval '1 hour' where state = 'sending'`)
    const [row] = (await run(
      `select count(*)::int as open from private.campaign_recipients where state in ('waiting', 'sending')`,
    )) as { open: number }[]
    return row?.open ?? 0
  })
}

async function judge(): Promise<void> {
  const rows = (await inDatabase((run) =>
    run(`select email, state, reason, attempts from private.campaign_recipients join users on users.id = user_id`),
  )) as Row[]
  const by = new Map<string, number>()
  for (const { email, state } of rows) {
    const key = `${mannerOf(email).padEnd(34)} ${state}`
    by.set(key, (by.get(key) ?? 0) + 1)
  }
  for (const [key, count] of [...by].sort()) console.log(`  ${key.padEnd(50)} ${String(count).padStart(6)}`)
  const triesOf = (email: string): Try[] => mail.tries.get(email) ?? []
  const withMail = (email: string) => triesOf(email).filter(({ hadMail }) => hadMail)
  const yes = (email: string) => triesOf(email).filter(({ said }) => said === 250)
  const silent = (email: string) => withMail(email).some(({ said }) => said === null)
  const check = (name: string, wrong: readonly unknown[], allowed = 0) => {
    const holds = wrong.length <= allowed
    failed ||= !holds
    console.log(`${holds ? ' ' : '!'} ${name}: ${wrong.length}${allowed ? ` (at most ${allowed})` : ''}`)
    if (!holds) console.log(JSON.stringify(wrong.slice(0, 5)))
  }
  const agreed = Array.from({ length: PEOPLE }, (_, i) => i + 1).filter((n) => n % NEVER_AGREED !== 0)
  const known = new Set(rows.map(({ email }) => numberOf(email)))
  check(
    'without a row',
    agreed.filter((n) => !known.has(n)),
  )
  check('with more than one row', rows.length === known.size ? [] : rows)
  check(
    'without an end',
    rows.filter(({ state }) => state === 'waiting' || state === 'sending'),
  )
  check(
    'sent, but never taken',
    rows.filter(({ email, state }) => state === 'sent' && yes(email).length !== 1),
  )
  check(
    'refused, but not refused',
    rows.filter(({ email, state }) => state === 'refused' && !triesOf(email).some(({ said }) => said === 550)),
  )
  check(
    'skipped, but taken',
    rows.filter(({ email, state }) => state === 'skipped' && yes(email).length > 0),
  )
  check(
    'failed, but taken',
    rows.filter(({ email, state }) => state === 'failed' && yes(email).length > 0),
  )
  check(
    'unconfirmed though the mail server answered or was not asked',
    rows.filter(({ email, state }) => state === 'unconfirmed' && !silent(email)),
    LINES * (KILLS + 1),
  )
  check(
    'taken twice',
    rows.filter(({ email }) => yes(email).length > 1),
  )
  check(
    'handed over twice without a no between',
    rows.filter(({ email }) =>
      withMail(email)
        .slice(0, -1)
        .some(({ said }) => said !== 451),
    ),
  )
  const addresses = [...mail.tries.keys()]
  check(
    'tried without having agreed',
    addresses.filter((email) => numberOf(email) % NEVER_AGREED === 0),
  )
  const [every, rest] = WITHDRAWS
  check(
    'tried after the withdrawal',
    addresses.filter((email) => numberOf(email) % every === rest && triesOf(email).some(({ at }) => at > withdrawnAt)),
  )
  check(
    'taken without the way out',
    addresses.filter((email) => withMail(email).some(({ marked }) => !marked)),
  )
  for (const [name, times] of Object.entries(latencies)) {
    const [p50, p95] = [0.5, 0.95].map((share) => quantile(times, share).toFixed(1))
    console.log(`  site ${name} sending: p50 ${p50} ms, p95 ${p95} ms (${times.length} requests)`)
  }
}
