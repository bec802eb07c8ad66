import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Runs a command in the repository's root with our own output.
 * @returns {Promise<number>} its exit code; a command that cannot be started counts as 127.
 */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options })
    child.once('error', () => resolve(127))
    child.once('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0)))
  })
}

/** Runs a command in silence and shows what it wrote only when it fails. */
export function runSilently(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options })
    let written = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (written += text))
    child.once('error', (error) => resolve(report(127, error.message)))
    child.once('exit', (code) => resolve(report(code ?? 1, written)))
  })
}

function report(code, written) {
  if (code !== 0) console.error(written)
  return code
}

/** Runs a program of node_modules/.bin. */
export const runTool = (name, args, options) => run(process.execPath, [toolPath(name), ...args], options)

const TOOLS = {
  biome: '@biomejs/biome/bin/biome',
  depcruise: 'dependency-cruiser/bin/dependency-cruise.mjs',
  knip: 'knip/bin/knip.js',
  playwright: '@playwright/test/cli.js',
  'react-router': '@react-router/dev/bin.js',
  tsc: '@typescript/native/bin/tsc',
  tsx: 'tsx/dist/cli.mjs',
  vitest: 'vitest/vitest.mjs',
}

/** As {@link runTool}, in silence. */
export const runToolSilently = (name, args, options) =>
  runSilently(process.execPath, [toolPath(name), ...args], options)

const toolPath = (name) => `${root}/node_modules/${TOOLS[name]}`

export const print = (text) => console.log(`\n› ${text}`)
