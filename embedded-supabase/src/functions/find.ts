import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FunctionExports, FunctionModule } from '../options.ts'
import { readProjectConfig } from '../project-config.ts'
import { bundleFunction } from './bundle.ts'
import { readImportMap } from './import-map.ts'

/** Where a function's code begins, the first that is there: a plain handler before what Deno runs. */
const ENTRIES = ['handler.ts', 'handler.js', 'index.ts', 'index.tsx', 'index.js', 'index.mjs']

/**
 * Finds the functions of a Supabase project: every folder of `functions/` that has code, but for those whose name begins
 * with `_` or `.`, and those that `config.toml` turns off. Nothing is loaded yet.
 * @param projectDirectory the folder `supabase/` itself
 * @returns the functions by name, for the option `functions`
 * @throws when `config.toml` is not valid, or names an entry point that is not there
 */
export function findFunctions(projectDirectory: string): Record<string, FunctionModule> {
  const folder = join(projectDirectory, 'functions')
  const settings = readProjectConfig(projectDirectory).functions
  if (!existsSync(folder)) return {}
  const found: Record<string, FunctionModule> = {}
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const { name } = entry
    if (!entry.isDirectory() || /^[._]/.test(name) || settings[name]?.enabled === false) continue
    const file = entryOf(projectDirectory, name, settings[name]?.entrypoint)
    const map = settings[name]?.import_map
    const chosen = map === undefined ? undefined : join(projectDirectory, map)
    const load = (first: string) =>
      bundleFunction(first, readImportMap(first, folder, chosen)) as Promise<FunctionExports>
    if (file) found[name] = { load: async () => load(file) }
  }
  return found
}

function entryOf(projectDirectory: string, name: string, chosen: string | undefined): string | undefined {
  if (!chosen) {
    const files = ENTRIES.map((entry) => join(projectDirectory, 'functions', name, entry))
    return files.find((file) => existsSync(file))
  }
  const file = join(projectDirectory, chosen)
  if (!existsSync(file))
    throw new Error(`supabase/config.toml: the entrypoint of the function ${name} is not there: ${file}`)
  return file
}
