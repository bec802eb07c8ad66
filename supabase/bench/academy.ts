import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createJwt, type Jwt } from '../../embedded-supabase/src/jwt.ts'
import { loadKeys } from '../../embedded-supabase/src/keys.ts'
import { temporaryFolder } from '../../embedded-supabase/test/support/folder.ts'
import { startTestServer } from '../../embedded-supabase/test/support/start.ts'

/**
 * The price of a request in ms: on the clock, and of processor time in the database and in Node, client included. The
 * latter is what the clock would show on a machine with nothing else to do.
 */
export type Cost = { clock: number; processor: number }

/** A started academy without content, in a temporary folder, over real HTTP. */
export type BenchAcademy = {
  sql<Row>(text: string, values?: unknown[]): Promise<Row[]>
  /** Statements of the owner in one transaction with triggers and foreign keys off, as fast as rows can be made. */
  fill(texts: readonly string[]): Promise<void>
  /** Sends a request as a student and gives how long the whole answer took; throws unless it succeeded. */
  time(student: string, path: string, body?: unknown): Promise<Cost>
  close(): Promise<void>
}

export async function openAcademy(): Promise<BenchAcademy> {
  const { path, remove } = temporaryFolder()
  const server = await startTestServer({
    projectDirectory: fileURLToPath(new URL('..', import.meta.url)),
    dataDirectory: join(path, 'data'),
  })
  const { database } = server.supabase
  const issuer = `${server.url}/auth/v1`
  const jwt = await createJwt(await loadKeys(join(path, 'data', 'keys.json')), issuer)
  const tokens = new Map<string, string>()
  const [row] = await database.asOwner(
    async (tx) => (await tx.query<{ folder: string }>(`select current_setting('data_directory') as folder`)).rows,
  )
  const postmaster = readFileSync(join(row?.folder ?? '', 'postmaster.pid'), 'utf8').split('\n')[0] ?? ''
  return {
    sql: (text, values = []) => database.asOwner(async (tx) => (await tx.query<never>(text, values)).rows),
    fill: (texts) =>
      database.asOwner(async (tx) => {
        await tx.query('set local statement_timeout = 0')
        await tx.query('set local session_replication_role = replica')
        for (const text of texts) await tx.query(text)
      }),
    async time(student, to, body) {
      const token = tokens.get(student) ?? (await tokenOf(jwt, issuer, student))
      tokens.set(student, token)
      const spent = processorTime(postmaster)
      const began = performance.now()
      const answer = await fetch(`${server.url}${to}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          apikey: server.supabase.anonKey,
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          prefer: 'resolution=merge-duplicates',
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${to}: ${answer.status} ${text}`)
      const clock = performance.now() - began
      return { clock, processor: processorBetween(spent, processorTime(postmaster)) }
    },
    async close() {
      await server.close()
      remove()
    },
  }
}

/** Processor time in ns by process: this one, and the database's that serve requests. Linux counts it; elsewhere none. */
function processorTime(postmaster: string): Map<string, number> {
  const { user, system } = process.cpuUsage()
  const times = new Map([['node', (user + system) * 1_000]])
  for (const pid of read(`/proc/${postmaster}/task/${postmaster}/children`).split(' ')) {
    if (pid && read(`/proc/${pid}/cmdline`).includes('authenticator'))
      times.set(pid, Number(read(`/proc/${pid}/schedstat`).split(' ')[0]))
  }
  return times
}

function processorBetween(before: Map<string, number>, after: Map<string, number>): number {
  const spent = [...after].map(([pid, time]) => time - (before.get(pid) ?? 0))
  return spent.reduce((sum, ns) => sum + ns, 0) / 1_000_000
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** The token of a session that has the id of its student. */
const tokenOf = (jwt: Jwt, issuer: string, student: string) =>
  jwt.sign({
    iss: issuer,
    sub: student,
    session_id: student,
    role: 'authenticated',
    aud: 'authenticated',
    exp: Math.floor(Date.now() / 1000) + 3600,
  })
