import { accessSync, constants, existsSync, readdirSync, readFileSync, type Stats, statfsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { endsInSeal } from 'embedded-supabase'
import { listBackups } from '../backups/backup-folder.ts'
import type { Config } from '../config.ts'
import type { Backups, Folder } from './facts.ts'

/** Files with secrets, and what each must hold to be of use. */
const SECRETS: Record<string, string[]> = {
  'keys.json': ['jwtSecret', 'anonKey', 'serviceRoleKey', 'signingKeys'],
  'logins.json': ['authenticator', 'authAdmin'],
}

/** Looks at the data folder; a project elsewhere needs no secrets in it. */
export function gatherFolderFacts({ dataDirectory, databaseUrl, remoteSupabase }: Config): Folder {
  const place = nearest(dataDirectory)
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

/** Looks at the folder of backups and at its newest archive. */
export async function findBackups(folder: string | undefined, dataDirectory: string): Promise<Backups> {
  if (!folder) return { folder: undefined, state: 'fine', place: 'elsewhere', newest: undefined }
  const place = placeOf(resolve(folder), dataDirectory)
  if (!existsSync(folder)) return { folder, state: 'missing', place, newest: undefined }
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    return { folder, state: 'closed', place, newest: undefined }
  }
  const [newest] = listBackups(folder)
  if (!newest) return { folder, state: 'fine', place, newest: undefined }
  const { name, bytes, made_at } = newest
  const state = bytes === 0 ? 'empty' : await stateOf(join(folder, name))
  return { folder, state: 'fine', place, newest: { name, made: new Date(made_at), state } }
}

async function stateOf(archive: string): Promise<'cut' | 'fine'> {
  return archive.endsWith('.gpg') || (await endsInSeal(archive)) ? 'fine' : 'cut'
}

function placeOf(folder: string, dataDirectory: string): Backups['place'] {
  if (`${folder}/`.startsWith(`${dataDirectory}/`)) return 'in the data folder'
  return statSync(nearest(folder)).dev === statSync(nearest(dataDirectory)).dev ? 'on its disk' : 'elsewhere'
}

/** The folder itself, or the nearest one above it that is there. */
function nearest(folder: string): string {
  return existsSync(folder) ? folder : nearest(dirname(folder))
}
