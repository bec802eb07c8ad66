import { existsSync, readdirSync, readFileSync, type Stats, statfsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config } from '../config.ts'
import type { Backups, Folder } from './facts.ts'

/** Files with secrets, and what each must hold to be of use. */
const SECRETS: Record<string, string[]> = {
  'keys.json': ['jwtSecret', 'anonKey', 'serviceRoleKey', 'signingKeys'],
  'logins.json': ['authenticator', 'authAdmin'],
}

/** Looks at the data folder; a project elsewhere needs no secrets in it. */
export function lookIntoFolder({ dataDirectory, databaseUrl, remoteSupabase }: Config): Folder {
  let place = dataDirectory
  while (!existsSync(place)) place = dirname(place)
  const disk = statfsSync(place)
  const owner = statSync(place).uid
  const isUsed = existsSync(dataDirectory) && (Boolean(databaseUrl) || namesIn(dataDirectory).some(isOfDatabase))
  const names = remoteSupabase ? [] : Object.keys(SECRETS)
  return {
    isUsed,
    freeBytes: disk.bavail * disk.bsize,
    totalBytes: disk.blocks * disk.bsize,
    secrets: names.map((name) => {
      const file = join(dataDirectory, name)
      if (!existsSync(file)) return { name, state: 'missing', mode: 0, isOwn: true }
      const { mode, uid }: Stats = statSync(file)
      return {
        name,
        state: isWhole(file, SECRETS[name] ?? []) ? 'fine' : 'damaged',
        mode: mode & 0o777,
        isOwn: uid === owner,
      }
    }),
  }
}

/** None where the folder may not be read: as whom the academy runs is looked at by its start. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

const isOfDatabase = (name: string) => name === 'postgres' || name === 'database-folder'

function isWhole(file: string, wanted: string[]): boolean {
  try {
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return typeof content === 'object' && content !== null && wanted.every((name) => Reflect.get(content, name))
  } catch {
    return false
  }
}

/** The newest archive of a folder of backups. */
export function findBackups(folder: string | undefined): Backups {
  const archives = namesIn(folder ?? '').filter((name) => /^academy-.*\.tar\.gz(\.gpg)?$/.test(name))
  const times = archives.map((name) => statSync(join(folder ?? '', name)).mtimeMs)
  return { folder, newest: times.length > 0 ? new Date(Math.max(...times)) : undefined }
}
