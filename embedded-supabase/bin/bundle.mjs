// Bundles the package's sources to JavaScript; what it depends on stays in node_modules.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'rolldown'

export const packageFolder = fileURLToPath(new URL('..', import.meta.url))

/**
 * Writes bundles of entry points and of what they share.
 * @param {Record<string, string>} input paths from the package's folder, by the names of the files to write
 * @param {string} folder absolute path
 */
export async function bundle(input, folder) {
  const entries = Object.entries(input).map(([name, path]) => [name, join(packageFolder, path)])
  await build({
    input: Object.fromEntries(entries),
    platform: 'node',
    external: (id) => !id.startsWith('.') && !isAbsolute(id),
    logLevel: 'warn',
    output: { dir: folder, format: 'esm', sourcemap: 'inline', entryFileNames: '[name].js' },
  })
}

/** Bundles the command aside, so that any number of them may start at once, and runs it. */
export async function runFromSources() {
  const parent = join(packageFolder, 'build')
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(join(parent, 'command-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  await bundle({ cli: 'src/cli/main.ts' }, folder)
  await import(pathToFileURL(join(folder, 'cli.js')).href)
  remove()
}
