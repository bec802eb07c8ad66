import { accessSync, constants, readFileSync, rmSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import {
  backUp,
  checkBackup,
  type EncryptFor,
  type RowsRestored,
  readIdentities,
  restore,
  withCheckKey,
} from 'embedded-supabase'
import type { Config } from '../config.ts'
import { holdInWords, readHold } from '../outgoing.ts'
import { withBackend } from '../reach.ts'
import { readRunning } from '../running.ts'

type Print = (line: string) => void

/** A passphrase of fewer characters is guessed by who has the archive. */
const SHORTEST_PASSPHRASE = 16

/**
 * Writes a backup of the academy, wherever its database is, and reads it to its end. It is encrypted where the settings name
 * recipients or a passphrase, and its name ends in `.age` then.
 * @param file named after the time, in the current folder, where none is given
 * @throws why there is none; nothing of it is left then
 */
export async function backUpTo(config: Config, file: string | undefined, print: Print): Promise<void> {
  refuseProject(config, 'use its own backups')
  const { encryptFor, openWith } = await withCheckKey(encryptionOf(config))
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '')
  const named = resolve(file ?? `academy-backup-${time}.tar.gz`)
  const target = encryptFor && !named.endsWith('.age') ? `${named}.age` : named
  refuseClosedFolder(dirname(target))
  const siteUrl = readRunning(config.dataDirectory)?.siteUrl ?? config.siteUrl
  await backUp(target, { ...placeOf(config, print), siteUrl, encryptFor })
  try {
    await checkBackup(target, openWith)
  } catch (error) {
    rmSync(target, { force: true })
    throw error
  }
  const kind = encryptFor
    ? 'encrypted'
    : 'NOT encrypted: it holds keys and personal data, keep it on this machine, or set BACKUP_RECIPIENTS'
  print(`${target}: ${(statSync(target).size / 1e6).toFixed(1)} MB, ${kind}.`)
  if (config.s3) print('The stored files are in S3 and not in it: back up the bucket too.')
}

function encryptionOf({ backupRecipients: recipients, backupPassphrase: passphrase }: Config): EncryptFor | undefined {
  if (recipients.length > 0 && passphrase !== undefined)
    throw new Error('BACKUP_RECIPIENTS and BACKUP_PASSPHRASE are both set: an archive is encrypted for one of them.')
  if (passphrase !== undefined && passphrase.length < SHORTEST_PASSPHRASE)
    throw new Error(`BACKUP_PASSPHRASE must have at least ${SHORTEST_PASSPHRASE} characters.`)
  if (recipients.length > 0) return { recipients }
  return passphrase === undefined ? undefined : { passphrase }
}

/**
 * Puts a backup into an empty data folder and an empty database, brought up to date, then starts on it once.
 * @param options `holdOutgoing` false lets the copy send and publish at once, for who puts an academy back in its own place;
 * otherwise nothing leaves it until somebody decides, also where the restore is interrupted right behind the rows;
 * `identityFile` holds secret keys that open an encrypted one, and the settings may hold its passphrase
 */
export async function restoreFrom(
  config: Config,
  file: string | undefined,
  print: Print,
  { holdOutgoing = true, identityFile }: { holdOutgoing?: boolean; identityFile?: string | undefined } = {},
): Promise<void> {
  refuseProject(config, 'restore into a PostgreSQL, embedded or yours')
  if (!file) throw new Error('usage: npm run db:restore -- <file> [--identity=<file>] [--keep-sending]')
  const { projectDirectory, siteUrl, backupPassphrase: passphrase } = config
  const identities = identityFile ? readIdentities(readFileSync(identityFile, 'utf8')) : []
  const onRows: RowsRestored = async (tx, backup) => {
    const values = ['restored', backup.madeAt, backup.siteUrl, siteUrl]
    await tx.query('select private.hold_outgoing($1, $2, $3, $4)', values)
  }
  const manifest = await restore(resolve(file), {
    ...placeOf(config, print),
    projectDirectory,
    onRows: holdOutgoing ? onRows : undefined,
    openWith: { identities, passphrase },
  })
  await withBackend(config, async (backend) => {
    const { embedded } = backend
    const text =
      'select (select count(*) from public.courses) as courses, (select count(*) from auth.users) as accounts'
    const count = (await embedded?.database.asOwner((tx) => tx.query<Record<string, string>>(text)))?.rows[0]
    print(`restored into ${config.dataDirectory}: ${count?.courses} courses, ${count?.accounts} accounts`)
    if (manifest.without_secrets)
      print('It held no keys, so this copy has new ones: everybody signs in again, and authenticator apps join anew.')
    if (config.s3) print('Files in S3: give this copy a bucket of its own before you let anything go.')
    const hold = await readHold(backend, siteUrl)
    if (hold) print(`Nothing leaves this copy: ${holdInWords(hold)}.\nLook and decide: npm run outgoing`)
  })
}

function refuseClosedFolder(folder: string): void {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT'
    throw new Error(
      `The folder ${folder} ${isGone ? 'is not there' : 'is closed to this user'}. As root: install -d -o USER -m 0700 ${folder}`,
    )
  }
}

const placeOf = ({ dataDirectory, databaseUrl }: Config, log: Print) => ({ dataDirectory, databaseUrl, log })

function refuseProject({ remoteSupabase }: Config, advice: string): void {
  if (remoteSupabase) throw new Error(`SUPABASE_URL is set, so the database is a project's: ${advice}.`)
}
