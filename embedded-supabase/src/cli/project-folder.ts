import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'

/**
 * Finds the project folder (`supabase/`) in a folder, or takes the folder itself where it is one.
 * @throws when there is neither
 */
export function findProject(folder: string): { root: string; projectDirectory: string } {
  const root = resolve(folder)
  if (!existsSync(root)) throw new Error(`There is no folder ${root}.`)
  const below = join(root, 'supabase')
  if (existsSync(below)) return { root, projectDirectory: below }
  const isProject = ['config.toml', 'migrations', 'functions'].some((name) => existsSync(join(root, name)))
  if (isProject) return { root: resolve(root, '..'), projectDirectory: root }
  throw new Error(`${root} has no folder supabase/ with migrations, functions or config.toml.`)
}

/** The data folder beside the project, made so that version control leaves it and its keys alone. */
export function defaultDataFolder(root: string): string {
  const folder = join(root, '.embedded-supabase')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, '.gitignore'), '*\n')
  return folder
}

/** The variables of `functions/.env`. */
export function functionVariables(projectDirectory: string): Record<string, string> {
  const file = join(projectDirectory, 'functions', '.env')
  if (!existsSync(file)) return {}
  const pairs = Object.entries(parseEnv(readFileSync(file, 'utf8')))
  return Object.fromEntries(pairs.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
}
