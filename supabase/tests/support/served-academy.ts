import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Caller, type Database, openDatabase } from '../../../embedded-supabase/src/database/index.ts'
import { createJwt } from '../../../embedded-supabase/src/jwt.ts'
import { loadKeys } from '../../../embedded-supabase/src/keys.ts'
import { freePort } from '../../../embedded-supabase/test/support/free-port.ts'
import { runOverOwnLine } from '../../../embedded-supabase/test/support/superuser.ts'
import { type AcademyProcess, academyFolder, startAcademyProcess } from './academy-process.ts'

const AGAIN_MS = 25

/** Moves the clock of a whole process; loaded before its program. */
const MOVED_CLOCK = `
const Real = Date, now = Real.now, by = Number(process.env.CLOCK_AHEAD_MS)
Real.now = () => now() + by
globalThis.Date = new Proxy(Real, { construct: (target, words, made) =>
  Reflect.construct(target, words.length > 0 ? words : [target.now()], made) })`

export type Told<Body> = { status: number; body: Body }

/** A served academy whose server and database can be killed at any moment, and a way to ask it until it answers. */
export class ServedAcademy {
  readonly kills = { server: 0, database: 0 }
  private restarting: Promise<void> = Promise.resolve()
  private keys = { anonKey: '', serviceRoleKey: '' }

  private constructor(
    private readonly dataDirectory: string,
    private readonly port: number,
    private readonly level: string,
    private academy: AcademyProcess,
    private readonly remove: () => void,
  ) {}

  static async open(level = 'error'): Promise<ServedAcademy> {
    const { dataDirectory, remove } = academyFolder()
    const port = await freePort()
    const opened = new ServedAcademy(dataDirectory, port, level, await serve(dataDirectory, port, level, 0), remove)
    await opened.isReady()
    opened.keys = JSON.parse(readFileSync(join(dataDirectory, 'keys.json'), 'utf8'))
    return opened
  }

  /** A second line to its database, for what a test prepares and looks at. */
  async database(): Promise<Database> {
    const { host } = this.postmaster()
    const databaseUrl = `postgres://postgres:${this.ownerPassword()}@localhost/postgres?host=${host}`
    return openDatabase({ dataDirectory: this.dataDirectory, databaseUrl })
  }

  /** The token of a caller, signed as the sign-in service signs, and for an hour unless told otherwise. */
  async tokenOf({ claims }: Caller, seconds = 3600): Promise<string> {
    const { sign } = await createJwt(await loadKeys(join(this.dataDirectory, 'keys.json')))
    const now = Math.floor(Date.now() / 1000)
    const iss = `http://localhost:${this.port}/auth/v1`
    return sign({ ...claims, iss, aud: 'authenticated', iat: now, exp: now + seconds })
  }

  get anonKey(): string {
    return this.keys.anonKey
  }

  get serviceRoleKey(): string {
    return this.keys.serviceRoleKey
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  /** What the server has written since its last start. */
  written(): string {
    return JSON.stringify(this.academy.lines())
  }

  async close(): Promise<void> {
    await this.restarting
    this.academy.child.kill('SIGTERM')
    await this.academy.ended
    this.remove()
  }

  /** Kills the server and starts it again with a clock that is so many seconds ahead; one after the other. */
  killServer(secondsAhead: number): Promise<void> {
    return this.oneByOne(async () => {
      this.academy.child.kill('SIGKILL')
      await this.academy.ended
      this.academy = await serve(this.dataDirectory, this.port, this.level, secondsAhead)
      await this.isReady()
      this.kills.server += 1
    })
  }

  /** Kills the database under the server, which starts it again. */
  killDatabase(): Promise<void> {
    return this.oneByOne(async () => {
      const { pid } = this.postmaster()
      process.kill(pid, 'SIGKILL')
      // The server may call itself ready for a moment longer than its database lives.
      await untilDone(async () => {
        if (this.postmaster().pid === pid) throw new Error('the database has not been started again')
      })
      await this.isReady()
      this.kills.database += 1
    })
  }

  private oneByOne(kill: () => Promise<void>): Promise<void> {
    this.restarting = this.restarting.then(kill)
    return this.restarting
  }

  private async isReady(): Promise<void> {
    await untilDone(async () => {
      const { ok, status } = await fetch(`${this.url}/ready`)
      if (!ok) throw new Error(`it is not ready: ${status}`)
    })
  }

  private postmaster() {
    const lines = readFileSync(join(this.dataDirectory, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), port: Number(lines[3]), host: lines[4] ?? '' }
  }

  private ownerPassword(): string {
    return readFileSync(join(this.dataDirectory, 'postgres-password'), 'utf8').trim()
  }

  /** Runs a statement as the superuser, again and again until it went through: it must not matter how often. */
  sql<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
    return untilDone(async () => {
      const { host, port } = this.postmaster()
      const owner = { host, port, password: this.ownerPassword(), user: 'postgres', database: 'postgres' }
      return runOverOwnLine<Row>(owner, text, values)
    })
  }

  /** Posts as a browser whose outbox tries again until it is answered, whatever is killed meanwhile. */
  ask<Body>(path: string, body: object, token = this.keys.serviceRoleKey): Promise<Told<Body>> {
    const apikey = token === this.keys.serviceRoleKey ? token : this.keys.anonKey
    return untilDone(async () => {
      const response = await fetch(`${this.url}${path}`, {
        method: 'POST',
        headers: {
          ...{ apikey, 'content-type': 'application/json' },
          ...(token && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(body),
      })
      const text = await response.text()
      if (response.status >= 500 || response.status === 429) throw new Error(`${path}: ${response.status} ${text}`)
      return { status: response.status, body: (text ? JSON.parse(text) : null) as Body }
    })
  }
}

const serve = (dataDirectory: string, port: number, level: string, secondsAhead: number) =>
  startAcademyProcess([process.execPath, '--max-old-space-size=256', 'server/build/main.js'], dataDirectory, {
    ...{ NODE_ENV: 'production', LOG_LEVEL: level, PORT: String(port), CLIENT_ADDRESS_HEADER: 'x-forwarded-for' },
    ...{ NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(MOVED_CLOCK)}` },
    CLOCK_AHEAD_MS: String(secondsAhead * 1000),
  })

/** Tries until it goes through; what never does is ended by the time of its test, not by that of a slow machine. */
async function untilDone<Value>(attempt: () => Promise<Value>): Promise<Value> {
  for (;;) {
    try {
      return await attempt()
    } catch {
      await sleep(AGAIN_MS)
    }
  }
}
