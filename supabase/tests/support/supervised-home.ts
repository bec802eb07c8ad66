import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../../embedded-supabase/test/support/free-port.ts'

/** Stands for systemd: keeps a socket open, and starts the home's academy on it whenever it has ended. */
const LOOP = `trap 'over=1' USR1
until [ "$over" ]; do
  sh -c 'LISTEN_PID=$$ exec "$0" --max-old-space-size=256 scripts/start.mjs' "$0" & wait; wait
  [ "$over" ] || sleep 0.2
done`

export type Release = { name: string; version: string }
export type Ended = { code: number | null; output: string }

/** An academy that was installed into a folder and runs under a supervisor, and releases that it may be upgraded to. */
export class SupervisedHome {
  readonly folder = mkdtempSync(join(tmpdir(), 'academy-home-'))
  readonly data = join(this.folder, 'data')
  port = 0
  private supervisor: ChildProcess | undefined

  /** @param layCode puts the code of an academy into a folder */
  constructor(private readonly layCode: (folder: string) => void) {
    chmodSync(this.folder, 0o711)
    layCode(this.folder)
    mkdirSync(join(this.folder, 'releases'))
    writeFileSync(join(this.folder, '.env'), 'SEED_DEMO=0\nLOG_LEVEL=error\nCLIENT_ADDRESS_HEADER=x-forwarded-for\n')
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  /** Starts the supervisor, and waits until the academy serves. */
  async start(): Promise<void> {
    const listening = createServer()
    await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
    const address = listening.address()
    this.port = typeof address === 'object' && address ? address.port : 0
    const { _handle } = listening as unknown as { _handle: { fd: number } }
    this.supervisor = spawn('/bin/sh', ['-c', LOOP, process.execPath], {
      cwd: this.folder,
      env: { ...this.environment(), LISTEN_FDS: '1' },
      stdio: ['ignore', 'ignore', 'inherit', _handle.fd],
    })
    listening.close()
    while ((await this.ask('/ready')) !== 200) await sleep(50)
  }

  /** Starts the academy with nobody who would start it again; gives its process. */
  async startAlone(): Promise<ChildProcess> {
    this.port = await freePort()
    const child = spawn(process.execPath, ['scripts/start.mjs'], {
      cwd: this.folder,
      env: this.environment(),
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    while ((await this.ask('/ready')) !== 200) await sleep(50)
    return child
  }

  private environment() {
    const { PATH, HOME, POSTGRES_BINARIES } = process.env
    return { PATH, HOME, POSTGRES_BINARIES, PORT: String(this.port), SITE_URL: `http://localhost:${this.port}` }
  }

  /** Lays a release into its folder as `npm run upgrade` does once it is installed and built. */
  release(name: string, lay = this.layCode): Release {
    const folder = join(this.folder, 'releases', name)
    mkdirSync(folder)
    lay(folder)
    const release = { name, version: name }
    writeFileSync(join(folder, 'release.json'), JSON.stringify(release))
    return release
  }

  /** Runs what a prepared release does to take over. */
  upgrade(
    { name, version }: Release,
    words: string[] = [],
    onOutput: (text: string, child: ChildProcess) => void = () => undefined,
  ): Promise<Ended> {
    const script = join(this.folder, 'releases', name, 'scripts/upgrade.mjs')
    return this.run(
      [script, `--home=${this.folder}`, `--release=${JSON.stringify({ name, version })}`, ...words],
      onOutput,
    )
  }

  run(words: string[], onOutput: (text: string, child: ChildProcess) => void = () => undefined): Promise<Ended> {
    const child = spawn(process.execPath, words, {
      cwd: this.folder,
      env: this.environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
        onOutput(output, child)
      })
    return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })))
  }

  async ask(path: string, init: RequestInit = {}): Promise<number | string> {
    try {
      const answer = await fetch(this.url + path, { ...init, signal: AbortSignal.timeout(30_000) })
      await answer.arrayBuffer()
      return answer.status
    } catch (error) {
      return String((error as Error).cause ?? error)
    }
  }

  running(): { pid: number; release?: string } {
    return JSON.parse(readFileSync(join(this.data, 'running.json'), 'utf8'))
  }

  pointer() {
    return JSON.parse(readFileSync(join(this.folder, 'releases/current.json'), 'utf8'))
  }

  async close(): Promise<void> {
    const { supervisor } = this
    if (supervisor && supervisor.exitCode === null) {
      const ended = new Promise((resolve) => supervisor.once('exit', resolve))
      supervisor.kill('SIGUSR1')
      await sleep(300)
      try {
        process.kill(this.running().pid, 'SIGTERM')
      } catch {
        // It has ended already.
      }
      await ended
    }
    rmSync(this.folder, { recursive: true, force: true })
  }
}
