import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { FunctionModule } from '../../../embedded-supabase/src/index.ts'
import { PROJECT } from './project.ts'

const FIRST = fileURLToPath(new URL('serve-on-loopback.js', import.meta.url))
const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/deno', import.meta.url))
const FUNCTIONS = join(PROJECT, 'functions')

/** Names of the package with the program, by platform and architecture. */
const PACKAGES: Record<string, string> = {
  'linux-x64': 'linux-x64-glibc',
  'linux-arm64': 'linux-arm64-glibc',
  'darwin-x64': 'darwin-x64',
  'darwin-arm64': 'darwin-arm64',
  'win32-x64': 'win32-x64',
  'win32-arm64': 'win32-arm64',
}

/** The program: the one that `DENO_BINARY` names, or of the package `deno`; undefined where that has none for this platform. */
export const DENO = process.env.DENO_BINARY || packaged()

function packaged(): string | undefined {
  const name = PACKAGES[`${process.platform}-${process.arch}`]
  try {
    const require = createRequire(import.meta.url)
    return require.resolve(`@deno/${name}/deno${process.platform === 'win32' ? '.exe' : ''}`)
  } catch {
    return undefined
  }
}

/** Packages come from npm's registry into a cache of this folder; certificates of the machine count there. */
const SETTINGS = {
  DENO_DIR: CACHE,
  DENO_TLS_CA_STORE: 'system,mozilla',
  DENO_NO_UPDATE_CHECK: '1',
  NO_COLOR: '1',
  ...(process.env.npm_config_registry && { NPM_CONFIG_REGISTRY: process.env.npm_config_registry }),
}

/** The options by which a function is read as a deployment reads it: by its own map, packages by name and version. */
const asDeployed = (name: string) => [
  '--node-modules-dir=none',
  '--no-lock',
  '--config',
  join(FUNCTIONS, name, 'deno.json'),
]

/** Checks the types of a function and all that it imports. @returns what is wrong, empty when nothing is */
export async function checkTypes(name: string): Promise<string> {
  const words = ['check', ...asDeployed(name), join(FUNCTIONS, name, 'index.ts')]
  return promisify(execFile)(DENO ?? '', words, { env: { ...process.env, ...SETTINGS } }).then(
    () => '',
    (error: { stderr: string }) => error.stderr,
  )
}

type Served = { child: ChildProcess; port: number }

/** Functions as a platform runs them: each a Deno of its own, started by the first call, with the variables of the project. */
export function functionsUnderDeno(names: string[], environment: () => Record<string, string>) {
  const served = new Map<string, Promise<Served>>()

  async function start(name: string): Promise<Served> {
    const entry = pathToFileURL(join(FUNCTIONS, name, 'index.ts')).href
    const rights = ['--no-prompt', '--allow-net', '--allow-env', '--allow-sys', `--allow-read=${FUNCTIONS}`]
    const { PATH = '', HOME = '' } = process.env
    const child = spawn(DENO ?? '', ['run', ...rights, ...asDeployed(name), FIRST, entry], {
      env: { PATH, HOME, ...SETTINGS, ...environment() },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let errors = ''
    child.stderr.setEncoding('utf8').on('data', (text) => {
      errors += text
    })
    const first = createInterface(child.stdout)[Symbol.asyncIterator]().next()
    const { value } = await first
    if (!value) throw new Error(`${name} did not start: ${errors}`)
    return { child, port: Number(value) }
  }

  async function call(name: string, request: Request): Promise<Response> {
    const running = served.get(name) ?? start(name)
    served.set(name, running)
    const { port } = await running
    const headers = new Headers(request.headers)
    headers.set('accept-encoding', 'identity')
    const body = await request.arrayBuffer()
    return fetch(`http://127.0.0.1:${port}/${name}`, { method: request.method, headers, body })
  }

  const modules = names.map((name): [string, FunctionModule] => [
    name,
    { load: async () => ({ handler: (request: Request) => call(name, request) }) },
  ])
  return {
    modules: Object.fromEntries(modules),
    /** Ends those that run. */
    async stop() {
      const running = await Promise.allSettled(served.values())
      served.clear()
      for (const one of running) {
        if (one.status === 'rejected') continue
        const ended = once(one.value.child, 'exit')
        one.value.child.kill('SIGKILL')
        await ended
      }
    },
  }
}
