import { chownSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** The identity that PostgreSQL's processes run as; empty when it is our own. */
export type Identity = { uid?: number; gid?: number }

/** PostgreSQL refuses to run as root, so a root process hands it to `nobody`. */
export function databaseIdentity(): Identity {
  if (process.getuid?.() !== 0) return {}
  const nobody = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([name]) => name === 'nobody')
  return { uid: Number(nobody?.[2] ?? 65534), gid: Number(nobody?.[3] ?? 65534) }
}

/** Gives a file or folder to the database's identity. */
export function give(path: string, identity: Identity): void {
  if (identity.uid !== undefined && identity.gid !== undefined) chownSync(path, identity.uid, identity.gid)
}

/** Whether another user can walk to `path`: every folder above it must be open to all. */
export function isReachable(path: string, identity: Identity): boolean {
  if (identity.uid === undefined) return true
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false
    if (folder === dirname(folder)) return true
  }
}
