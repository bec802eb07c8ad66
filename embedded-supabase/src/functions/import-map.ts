import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** Files that say what bare imports mean; in a folder the first that is there counts. */
const FILES = ['deno.json', 'deno.jsonc', 'import_map.json']

type ImportMapFile = { imports?: Record<string, string>; importMap?: string }

/**
 * The `imports` that hold for a function, with relative targets made absolute: of the file that `config.toml` names, else
 * of the nearest one in its folder or a folder above it, up to `functions/`, as Deno and Supabase's tool look for it.
 * @param entry absolute path of the function's first file
 * @param functionsFolder absolute path of `functions/`, whose map all functions share
 * @param chosen absolute path of `import_map` in `config.toml`
 * @throws naming the file, when it is no JSON or is not there
 */
export function readImportMap(entry: string, functionsFolder: string, chosen?: string): Record<string, string> {
  const file = chosen ?? foldersOf(entry, functionsFolder).flatMap(mapIn)[0]
  return file === undefined ? {} : importsOf(file)
}

function foldersOf(entry: string, functionsFolder: string): string[] {
  const own = dirname(entry)
  const folders = [own]
  if (own.startsWith(join(functionsFolder, '/')))
    for (let at = dirname(own); at.length > functionsFolder.length; at = dirname(at)) folders.push(at)
  return [...folders, functionsFolder]
}

const mapIn = (folder: string): string[] =>
  FILES.map((name) => join(folder, name))
    .filter((file) => existsSync(file))
    .slice(0, 1)

function importsOf(file: string): Record<string, string> {
  const { imports, importMap } = read(file)
  const folder = dirname(file)
  if (!imports && importMap) return importsOf(resolve(folder, importMap))
  const inFolder = (target: string) => (target.startsWith('.') ? join(folder, target) : target)
  return Object.fromEntries(Object.entries(imports ?? {}).map(([name, target]) => [name, inFolder(target)]))
}

/** Comments and commas before a closing bracket, which Deno allows; texts are kept as they are. */
const BEYOND_JSON = /"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\/|,(?=(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*[}\]])/g

function read(file: string): ImportMapFile {
  try {
    const text = readFileSync(file, 'utf8')
    return JSON.parse(text.replace(BEYOND_JSON, (found) => (found.startsWith('"') ? found : ''))) as ImportMapFile
  } catch (error) {
    throw new Error(`${file} could not be read: ${error instanceof Error ? error.message : error}`, { cause: error })
  }
}
