import { mkdtempSync, rmSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'rolldown'

/** `npm:name@1/path`, `jsr:...` and the same packages by the address of esm.sh. */
const PACKAGE = /^(?:npm:|jsr:|https:\/\/esm\.sh\/)\/?((?:@[^/@]+\/)?[^/@]+)(?:@[^/]*)?(\/.*)?$/
const TYPES_ONLY = '\0types-only'

/**
 * Makes one module of a function's TypeScript and all that it imports, and imports it. What Deno would fetch is taken
 * from `node_modules` of the function's folder or of one above it.
 * @param entry absolute path of the function's first file
 * @param imports the import map that holds for it
 * @returns what the module exports
 * @throws when the code cannot be read, an import is not installed, or the module throws while it is loaded
 */
export async function bundleFunction(entry: string, imports: Record<string, string>): Promise<unknown> {
  // Loaded at the first function that needs it: nobody who brings functions of their own pays for it.
  const { build } = await import('rolldown')
  const folder = mkdtempSync(join(tmpdir(), 'embedded-supabase-function-'))
  const file = join(folder, 'function.mjs')
  try {
    await build({
      input: entry,
      platform: 'node',
      plugins: [denoImports(imports)],
      logLevel: 'silent',
      output: { file, format: 'esm', codeSplitting: false, sourcemap: 'inline' },
    })
    return await import(pathToFileURL(file).href)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Finds what Deno's ways of writing an import mean to Node. */
function denoImports(imports: Record<string, string>): Plugin {
  return {
    name: 'deno-imports',
    async resolveId(source, importer) {
      if (source === TYPES_ONLY || !importer || source.startsWith('.') || isAbsolute(source)) return undefined
      const meant = mapped(source, imports)
      if (meant.endsWith('.d.ts')) return TYPES_ONLY
      const name = meant.replace(PACKAGE, '$1$2')
      if (isAbsolute(name)) return name
      if (isBuiltin(name)) return { id: name, external: true }
      if (/^[a-z]+:/.test(name))
        throw new Error(`${source}: code at an address is not fetched; install it as a package`)
      const found = await this.resolve(name, importer, { skipSelf: true })
      if (found && !found.external) return found
      throw new Error(`${source}: there is no package ${name} in node_modules; install it beside the functions`)
    },
    load: (id) => (id === TYPES_ONLY ? 'export {}' : undefined),
  }
}

/** An import by its own name, or below a name that stands for a folder. */
function mapped(source: string, imports: Record<string, string>): string {
  const name = Object.keys(imports)
    .filter((key) => source === key || source.startsWith(key.endsWith('/') ? key : `${key}/`))
    .sort((a, b) => b.length - a.length)[0]
  return name === undefined ? source : `${imports[name]}${source.slice(name.length)}`
}
