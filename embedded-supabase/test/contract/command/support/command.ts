import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const COMMAND = fileURLToPath(new URL('../../../../bin/embedded-supabase.mjs', import.meta.url))

export type Ended = { code: number | null; out: string; err: string }

export type Running = {
  process: ChildProcess
  /** The value of a line of what it prints when it is ready, such as `API`. */
  line(name: string): string
  /** Sends a signal and waits for the end. */
  stop(signal: NodeJS.Signals): Promise<Ended>
}

function launch(program: string, words: string[]) {
  const child = spawn(process.execPath, [program, ...words], { stdio: ['ignore', 'pipe', 'pipe'] })
  const output = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.err += text))
  const ended = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, ...output })))
  return { child, said: output, ended }
}

/** Runs the command to its end. */
export const runCommand = (...words: string[]): Promise<Ended> => launch(COMMAND, words).ended

/** Starts `serve` and waits until it is ready. @throws with what it wrote when it ends before */
export const startCommand = (...words: string[]): Promise<Running> => startProgram(COMMAND, ...words)

/** As {@link startCommand}, for another program than the one of the repository. */
export async function startProgram(program: string, ...words: string[]): Promise<Running> {
  const { child, said: output, ended } = launch(program, ['serve', ...words])
  const ready = new Promise<'ready'>((resolve) => {
    child.stdout.on('data', () => output.out.includes('migrations applied:') && resolve('ready'))
  })
  const first = await Promise.race([ready, ended])
  if (first !== 'ready') throw new Error(`the command ended with ${first.code}: ${first.err}`)
  return {
    process: child,
    line: (name) => new RegExp(`^${name}: +(.*)$`, 'm').exec(output.out)?.[1] ?? '',
    stop(signal) {
      child.kill(signal)
      return ended
    },
  }
}
