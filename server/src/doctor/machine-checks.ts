import { type Check, hint, when } from './mistake.ts'

const DAY_MS = 86_400_000
const BACKUP_DAYS = 2
const FREE_BYTES = 2e9
const FREE_SHARE = 0.1
const CLOCK_MS = 5_000

const node: Check = ({ node: { version, oldest } }) =>
  when(
    isOlder(version, oldest),
    'node-old',
    `Node is ${version}, and must be ${oldest} or newer.`,
    'Install a newer Node.',
  )

const port: Check = ({ port, settings: { PORT = '3000' } }) =>
  when(
    port === 'taken',
    'port-taken',
    `Port ${PORT} is in use by another program.`,
    'Stop that program, or set PORT to another.',
  )

const disk: Check = ({ folder: { freeBytes, totalBytes } }) =>
  when(
    freeBytes < Math.min(FREE_BYTES, totalBytes * FREE_SHARE),
    'disk-nearly-full',
    `The disk of the data folder has ${(freeBytes / 1e9).toFixed(1)} GB left.`,
    'Make room: without it nothing can be saved.',
  )

const secrets: Check = ({ folder: { isUsed, secrets } }) =>
  secrets.flatMap(({ name, state, mode, isOwn }) => {
    const code = name.replace('.json', '')
    if (state === 'missing') {
      return when(
        isUsed,
        `${code}-lost`,
        `${name} is gone though there is a database: a start makes a new one, and what was signed with the old one ends.`,
        'Put it back from a backup before the next start.',
      )
    }
    return [
      ...when(state === 'damaged', `${code}-damaged`, `${name} cannot be read.`, 'Put it back from a backup.'),
      ...when(
        (mode & 0o077) !== 0,
        'secret-open',
        `${name} can be read by others (mode ${mode.toString(8)}).`,
        `chmod 600 ${name}`,
      ),
      ...when(
        !isOwn,
        'secret-owner',
        `${name} belongs to another user than the data folder.`,
        'Give the whole folder to the user of the academy (chown).',
      ),
    ]
  })

const backupFolder: Check = ({ backups: { folder, state, place } }) => [
  ...when(
    state === 'missing',
    'backup-folder-missing',
    `The folder of backups, ${folder}, is not there.`,
    `As root: install -d -o academy -g academy -m 0700 ${folder}`,
  ),
  ...when(
    state === 'closed',
    'backup-folder-closed',
    `This user may not read and write the folder of backups, ${folder}.`,
    'Give it to the user of the academy (chown), and run this as that user.',
  ),
  ...when(
    place === 'in the data folder',
    'backup-folder-inside',
    `The folder of backups, ${folder}, lies in the data folder: what takes that away takes them, too.`,
    'Set BACKUP_DIR to a folder outside of it.',
  ),
  ...hint(
    place === 'on its disk',
    'backup-same-disk',
    `The folder of backups, ${folder}, is on the disk of the data folder: they end together.`,
    'Send each backup off the machine (BACKUP_REMOTE of deploy/academy-backup.service), or keep them on another disk.',
  ),
]

const backups: Check = ({ backups: { folder, state, newest }, settings, now }) => {
  if (state !== 'fine') return []
  const mend = 'Set up deploy/academy-backup.timer or your own, and name its folder in BACKUP_DIR.'
  if (!newest) {
    return when(
      true,
      'backup-none',
      folder ? `There is no backup in ${folder}.` : 'BACKUP_DIR is not set: no backup is known of.',
      mend,
    )
  }
  // GnuPG is what earlier versions encrypted with, for the copy that leaves.
  const isEncrypted = Boolean(settings.BACKUP_RECIPIENTS || settings.BACKUP_RECIPIENT)
  const days = Math.floor((now.getTime() - newest.made.getTime()) / DAY_MS)
  return [
    ...when(
      newest.state !== 'fine',
      'backup-damaged',
      `The newest backup, ${newest.name}, is ${newest.state === 'empty' ? 'empty' : 'cut off: its end is missing'}.`,
      'Make one now (npm run db:backup), and look for the reason in the journal of academy-backup.service.',
    ),
    ...when(days >= BACKUP_DAYS, 'backup-old', `The newest backup is ${days} days old.`, mend),
    ...hint(
      !isEncrypted,
      'backup-open',
      'Backups are not encrypted: who gets one has the keys and the data of everybody. None is sent off the machine.',
      'On a machine of your own: npm run keys -- backup-key FILE. Set what it prints, BACKUP_RECIPIENTS=age1…, here.',
    ),
  ]
}

const clock: Check = ({ database, now }) => {
  if (typeof database !== 'object') return []
  const seconds = Math.round(Math.abs(database.time.getTime() - now.getTime()) / 1_000)
  return when(
    seconds * 1_000 > CLOCK_MS,
    'clock-wrong',
    `This machine's clock and the database's are ${seconds} seconds apart: links and codes run out at the wrong time.`,
    'Let both follow a time server.',
  )
}

export const machineChecks: Check[] = [node, port, clock]
/** Of a machine that keeps the academy's data. */
export const folderChecks: Check[] = [disk, secrets, backupFolder, backups]

function isOlder(version: string, oldest: string): boolean {
  const [have, want] = [version, oldest].map((text) => text.split('.').map(Number))
  for (const [place, number] of (want ?? []).entries()) {
    const own = have?.[place] ?? 0
    if (own !== number) return own < number
  }
  return false
}
