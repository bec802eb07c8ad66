import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { loadKeys, newIdentity } from 'embedded-supabase'
import type { Config } from '../config.ts'

type Print = (line: string) => void

/** Shows the API keys. They are read from their file, so that this works beside a running academy and without one. */
export async function showKeys({ remoteSupabase, dataDirectory }: Config, print: Print): Promise<void> {
  if (remoteSupabase) {
    const { anonKey, serviceRoleKey } = remoteSupabase
    return print(`publishable key: ${anonKey}\nsecret key:      ${serviceRoleKey ?? '(not known here)'}`)
  }
  const { publishableKey, secretKey, anonKey, serviceRoleKey } = await loadKeys(keyFile(dataDirectory))
  print(`publishable key: ${publishableKey}\nsecret key:      ${secretKey}`)
  print(`legacy keys of the same two kinds:\nanonymous key:   ${anonKey}\nservice key:     ${serviceRoleKey}`)
}

const keyFile = (dataDirectory: string) => join(dataDirectory, 'keys.json')

/**
 * Writes a new secret key that opens backups into a file of its own, and shows the public one that they are encrypted for.
 * @throws where the file is there already
 */
export async function makeBackupKey(file: string | undefined, print: Print): Promise<void> {
  if (!file) throw new Error('usage: npm run keys -- backup-key <file>')
  const { recipient, identity } = await newIdentity()
  writeFileSync(resolve(file), `# public key: ${recipient}\n${identity}\n`, { mode: 0o600, flag: 'wx' })
  print(`BACKUP_RECIPIENTS=${recipient}\nThe secret key is in ${resolve(file)}: keep it away from the server.`)
}
