import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The first file of a worker, the folders that it may read, and the account as which it runs; ours without one. */
export type WorkerCode = { file: string; folders: string[]; identity: { uid?: number; gid?: number } }

const HERE = fileURLToPath(import.meta.url)
/** An account that owns nothing and has no name: not that of the database. */
const NOBODY_ELSE = 64_999

/** The worker of the build; where the server runs from its sources, one that is made of them. */
export const workerCode = async (): Promise<WorkerCode> => {
  const folder = HERE.endsWith('.ts') ? await bundled() : join(dirname(HERE), 'worker')
  const file = join(folder, 'worker.js')
  return { file, folders: [folder, modules()], identity: identityThatReads(file) }
}

const native = (): string => createRequire(import.meta.url).resolve('sharp')

/** Where the library of pictures lies, and what it loads. */
const modules = (): string => join(native().split(`${sep}node_modules${sep}`)[0] ?? '', 'node_modules')

async function bundled(): Promise<string> {
  const { build } = await import('rolldown')
  const { output } = await build({
    input: join(dirname(HERE), 'worker.ts'),
    platform: 'node',
    external: ['sharp'],
    logLevel: 'silent',
    output: { format: 'esm', entryFileNames: 'worker.js' },
    write: false,
  })
  const files = output.filter((one) => one.type === 'chunk').map(({ fileName, code }) => ({ fileName, code }))
  const hash = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 16)
  const folder = join(modules(), '.cache', `academy-worker-${hash}`)
  if (existsSync(folder)) return folder
  const made = `${folder}.${process.pid}.${Math.random().toString(36).slice(2)}`
  mkdirSync(made, { recursive: true })
  for (const { fileName, code } of files) writeFileSync(join(made, fileName), code)
  try {
    renameSync(made, folder)
  } catch {
    // Another process was faster, with the same files.
  }
  return folder
}

/** Of root nothing is given away, but where another account reaches neither Node nor the code, or there may be none. */
function identityThatReads(file: string): WorkerCode['identity'] {
  if (process.getuid?.() !== 0) return {}
  const identity = { uid: NOBODY_ELSE, gid: NOBODY_ELSE }
  const reads = 'test -x "$0" && test -r "$1" && test -r "$2"'
  const { status } = spawnSync('/bin/sh', ['-c', reads, process.execPath, file, native()], {
    ...identity,
    stdio: 'ignore',
  })
  return status === 0 ? identity : {}
}
