import { chmodSync, existsSync, lchownSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The identity that PostgreSQL's processes run as; empty when it is our own. */
export type Identity = { uid?: number; gid?: number }

type Entry = { name: string; uid: number; gid: number }

/** A system user of this name runs PostgreSQL where root starts it. */
const OWN_USER = 'embedded-supabase'
/** Ids that no system gives to anybody (systemd, "Users, Groups, UIDs and GIDs": unused; Debian policy 9.2.2). */
const UNUSED_IDS = { first: 60_706, last: 61_183 }
const NOBODY: Entry = { name: 'nobody', uid: 65_534, gid: 65_534 }

/**
 * Chooses the identity of PostgreSQL, which refuses to run as root: none where this process is not root; else the system
 * user `embedded-supabase`, or where there is none an id that no user and no group of the machine has, so that no other
 * process shares it. `nobody`, as whom other programs run too, is left for user namespaces without such ids.
 */
export function databaseIdentity(): Identity {
  if (process.getuid?.() !== 0) return {}
  const users = readEntries('/etc/passwd')
  const own = users.find(({ name }) => name === OWN_USER)
  if (own) return { uid: own.uid, gid: own.gid }
  const id = unusedId(users, readEntries('/etc/group'), ['/proc/self/uid_map', '/proc/self/gid_map'].map(textOf))
  return id === undefined ? nobodyOf(users) : { uid: id, gid: id }
}

/** Whether other programs of the machine run under the identity too. */
export const isSharedIdentity = ({ uid }: Identity): boolean => uid === nobodyOf(readEntries('/etc/passwd')).uid

/** Whether a user id may own the database of an academy that root starts: now, or in an earlier release. */
export function ownsDatabases(uid: number): boolean {
  const isOfRange = uid >= UNUSED_IDS.first && uid <= UNUSED_IDS.last
  return isOfRange || uid === databaseIdentity().uid || isSharedIdentity({ uid })
}

/**
 * The identity under which `initdb` makes a database for another: it insists on a user with a name. The group stays that
 * of the database, which lets it through a folder closed to all others, and keeps other processes of that user from
 * tracing it.
 */
export function namedIdentity({ uid, gid }: Identity): Identity {
  if (uid === undefined || gid === undefined) return {}
  const users = readEntries('/etc/passwd')
  if (users.some((user) => user.uid === uid)) return { uid, gid }
  const named = users.find(({ name }) => name === NOBODY.name) ?? users.find((user) => user.uid > 0)
  return { uid: named?.uid ?? uid, gid }
}

/**
 * The first id of the range that has no name and that the namespace of this process knows.
 * @param maps texts of the form of `/proc/self/uid_map`; an empty one allows every id
 */
export function unusedId(users: Entry[], groups: Entry[], maps: string[]): number | undefined {
  const taken = new Set([...users.flatMap(({ uid, gid }) => [uid, gid]), ...groups.map(({ uid }) => uid)])
  const { first, last } = UNUSED_IDS
  return Array.from({ length: last - first + 1 }, (_, place) => first + place).find(
    (id) => !taken.has(id) && maps.every((map) => isMapped(id, map)),
  )
}

function isMapped(id: number, map: string): boolean {
  const ranges = map.split('\n').filter(Boolean)
  return ranges.length === 0 || ranges.some((line) => isWithin(id, line.trim().split(/\s+/).map(Number)))
}

const isWithin = (id: number, [inside = 0, , length = 0]: number[]) => id >= inside && id < inside + length

const nobodyOf = (users: Entry[]): Entry => users.find(({ name }) => name === NOBODY.name) ?? NOBODY

/** Lines of `/etc/passwd` and `/etc/group`; of a group the third field is its own id. */
export const parseEntries = (text: string): Entry[] =>
  text
    .split('\n')
    .map((line) => line.split(':'))
    .filter(([name, , id]) => name && id && /^\d+$/.test(id))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))

const readEntries = (file: string): Entry[] => parseEntries(textOf(file))

const textOf = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '')

/** Gives a file or folder to the database's identity. */
export function changeOwner(path: string, identity: Identity): void {
  if (identity.uid !== undefined && identity.gid !== undefined) lchownSync(path, identity.uid, identity.gid)
}

/**
 * Gives a folder with all in it to the database's identity, closed to everybody else, where its owner is another. The
 * former owner may try to lead this astray by links: each folder is therefore closed to them before its names are read.
 * The outermost one belongs to root until all is done, so that one that was interrupted is done again.
 * @returns whether there was anything to give
 */
export function changeOwnerOfTree(folder: string, identity: Identity): boolean {
  if (identity.uid === undefined || lstatSync(folder).uid === identity.uid) return false
  giveAllBelow(folder, identity, { uid: 0, gid: 0 })
  changeOwner(folder, identity)
  return true
}

function giveAllBelow(folder: string, identity: Identity, first = identity): void {
  changeOwner(folder, first)
  chmodSync(folder, 0o700)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) giveAllBelow(path, identity)
    else {
      changeOwner(path, identity)
      if (entry.isFile()) chmodSync(path, 0o600)
    }
  }
}

/** Whether another user can walk to `path`: every folder above it must be open to all. */
export function isReachable(path: string, identity: Identity): boolean {
  if (identity.uid === undefined) return true
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false
    if (folder === dirname(folder)) return true
  }
}
