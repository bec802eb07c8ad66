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

const toolPath = (name) => `${root}/node_modules/${TOOLS[name]}`

export const say = (text) => console.log(`\n› ${text}`)
