import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { prepareDataFolder } from '../../../embedded-supabase/test/support/data-templates.ts'
import { freePort } from '../../../embedded-supabase/test/support/free-port.ts'
import { ROOT } from '../../../server/src/config.ts'
import { PROJECT } from './project.ts'

export type LogLine = { level: number; msg: string; [detail: string]: unknown }

/** An academy that an operator's command started: `npm start`, or what it stands for. */
export type AcademyProcess = {
  url: string
  child: ChildProcess
  /** What it has written so far, line by line; what is no JSON is left as text. */
  lines(): (LogLine | string)[]
  /** The first line that has the words, waited for. */
  line(words: string): Promise<LogLine>
  ended: Promise<number | null>
}

export const DIRECTLY = [process.execPath, '--max-old-space-size=256', 'scripts/start.mjs']

/** A folder with a migrated database in it, whose secrets are still to be made. */
export function academyFolder(): { dataDirectory: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'academy-process-'))
  chmodSync(folder, 0o711)
  const dataDirectory = join(folder, 'data')
  prepareDataFolder(dataDirectory, PROJECT)
  return { dataDirectory, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/**
 * Runs a command that starts the academy on a data folder, in the repository's root; the application must be built.
 * It gets the settings named here and nothing else of this process but the way to its programs.
 */
export async function startAcademyProcess(
  [program = '', ...words]: string[],
  dataDirectory: string,
  settings: Record<string, string> = {},
): Promise<AcademyProcess> {
  const port = await freePort()
  const { PATH = '', POSTGRES_BINARIES = '' } = process.env
  const child = spawn(program, words, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH, POSTGRES_BINARIES, PORT: String(port), DATA_DIR: dataDirectory, SEED_DEMO: '0', ...settings },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  const lines = () => output.split('\n').filter(Boolean).map(parsed)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return {
    ...{ url: `http://127.0.0.1:${port}`, child, lines, ended },
    async line(words) {
      for (;;) {
        const found = lines().find((line): line is LogLine => typeof line !== 'string' && line.msg.includes(words))
        if (found) return found
        const end = child.exitCode ?? child.signalCode
        if (end !== null) throw new Error(`it ended with ${end} and never said ${words}: ${output}`)
        await sleep(20)
      }
    },
  }
}

function parsed(line: string): LogLine | string {
  try {
    return JSON.parse(line) as LogLine
  } catch {
    return line
  }
}

/** Whether a process is there that is more than a body waiting for its parent. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
