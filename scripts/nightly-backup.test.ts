import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

const SCRIPT = join(import.meta.dirname, '..', 'deploy', 'backup.sh')
const DAY_S = 24 * 3600
const hasGpg = spawnSync('gpg', ['--version']).status === 0

const made: string[] = []
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true })
})

// A socket of gpg's agent lies there: its path must be short.
const keyring = mkdtempSync(join('/tmp', 'keys-'))
const gpg = (...words: string[]) =>
  spawnSync('gpg', ['--batch', '--passphrase', '', ...words], { env: { ...process.env, GNUPGHOME: keyring } })
beforeAll(() => {
  if (!hasGpg) return
  gpg('--quick-generate-key', 'Backup <backup@academy.example>', 'default', 'default', 'never')
  const old = ['--faked-system-time', '20200101T000000']
  gpg(...old, '--quick-generate-key', 'Expired <expired@academy.example>', 'default', 'default', '1d')
})
afterAll(() => {
  if (hasGpg) spawnSync('gpgconf', ['--homedir', keyring, '--kill', 'all'])
  rmSync(keyring, { recursive: true, force: true })
})

type Run = { instead?: Record<string, string>; env?: Record<string, string>; old?: string[]; folder?: string }

/** Runs the script with stand-ins for the academy's command and for rclone; gives its end and the folder of backups. */
function run({ instead = {}, env = {}, old = [], folder: chosen }: Run = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'nightly-backup-'))
  made.push(folder)
  const [bin, backups] = [join(folder, 'bin'), chosen ?? join(folder, 'backups')]
  mkdirSync(bin)
  if (!chosen) mkdirSync(backups)
  const commands = {
    node: 'for last; do :; done; echo rows > "$last"; echo "$last: 0.1 MB."',
    rclone: `echo "$@" > ${join(folder, 'sent')}; cp "$2" ${join(folder, 'far.gpg')}`,
    ...instead,
  }
  for (const [name, text] of Object.entries(commands)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`)
    chmodSync(join(bin, name), 0o755)
  }
  for (const name of old) {
    writeFileSync(join(backups, name), '')
    utimesSync(join(backups, name), Date.now() / 1000 - 16 * DAY_S, Date.now() / 1000 - 16 * DAY_S)
  }
  const { status, stderr } = spawnSync('/bin/sh', [SCRIPT], {
    encoding: 'utf8',
    env: { PATH: `${bin}:${process.env.PATH}`, GNUPGHOME: keyring, BACKUP_DIR: backups, ...env },
  })
  const far = join(folder, 'far.gpg')
  return {
    status,
    reason: stderr.trim(),
    left: existsSync(backups) ? readdirSync(backups) : [],
    far: existsSync(far) ? readFileSync(far) : undefined,
    folder: backups,
  }
}

const SENT = { BACKUP_REMOTE: 'far:away', BACKUP_RECIPIENT: 'backup@academy.example' }
const archive = [expect.stringMatching(/^academy-\d{8}T\d{6}Z\.tar\.gz$/)]

test('without a place to send to it keeps the new archive alone, and forgets every file of old ones', () => {
  const old = ['', '.gpg', '.age', '.age.partial', '.partial'].map(
    (ending) => `academy-20200101T000000Z.tar.gz${ending}`,
  )
  expect(run({ old: [...old, 'notes.txt'] })).toMatchObject({ status: 0, reason: '', left: [...archive, 'notes.txt'] })
})

test.runIf(hasGpg)('what is sent opens with the secret key alone, and no copy of it stays', () => {
  const { far, ...ended } = run({ env: SENT })
  expect(ended).toMatchObject({ status: 0, reason: '', left: archive })
  const file = join(keyring, 'far.gpg')
  writeFileSync(file, far ?? '')
  expect(gpg('--decrypt', file).stdout.toString()).toBe('rows\n')
})

test('an archive that is encrypted for the recipients of the settings is sent as it is', () => {
  const node = 'for last; do :; done; echo sealed > "$last.age"; echo "$last.age: 0.1 MB."'
  const { far, ...ended } = run({ env: { BACKUP_REMOTE: 'far:away' }, instead: { node } })
  expect(ended).toMatchObject({
    status: 0,
    reason: '',
    left: [expect.stringMatching(/^academy-\d{8}T\d{6}Z\.tar\.gz\.age$/)],
  })
  expect(far?.toString()).toBe('sealed\n')
})

const BROKEN: [string, Run, { status: number; reason: RegExp; left: unknown[] }][] = [
  [
    'no folder is named',
    { env: { BACKUP_DIR: '' } },
    { status: 1, reason: /^no backup: BACKUP_DIR is not set$/, left: [] },
  ],
  [
    'the folder cannot be made',
    { folder: '/proc/academy-backups' },
    { status: 1, reason: /^no backup: mkdir: .*\/proc\/academy-backups.*$/, left: [] },
  ],
  [
    'the disk is full',
    {
      instead: {
        node: 'for last; do :; done; echo x > "$last.partial"; echo copying; echo "ENOSPC: no space left" >&2; exit 1',
      },
    },
    { status: 1, reason: /^no backup: ENOSPC: no space left$/, left: [] },
  ],
  [
    'the command is ended on its way',
    { instead: { node: 'for last; do :; done; echo x > "$last.partial"; kill -TERM $PPID; sleep 1' } },
    { status: 1, reason: /^$/, left: [] },
  ],
  [
    'no key is named',
    { env: { BACKUP_REMOTE: 'far:away' } },
    { status: 2, reason: /was not sent: BACKUP_RECIPIENTS is not set/, left: archive },
  ],
  [
    'sending fails',
    { env: SENT, instead: { rclone: 'echo "retrying" >&2; echo "no route to far" >&2; exit 7' } },
    { status: 2, reason: /was not sent to far:away: no route to far$/, left: archive },
  ],
  [
    'rclone is not installed',
    { env: SENT, instead: { rclone: 'exec no-such-rclone' } },
    { status: 2, reason: /was not sent to far:away: .*not found$/, left: archive },
  ],
]
test.runIf(hasGpg).each(BROKEN)(
  '%s: one line says why, and nothing half is left',
  (_, given, { status, reason, left }) => {
    const ended = run(given)
    expect(ended).toMatchObject({ status, left })
    expect(ended.reason).toMatch(reason)
    expect(ended.far).toBeUndefined()
  },
)

test.runIf(hasGpg).each([
  ['unknown@academy.example', /: No public key$/],
  ['expired@academy.example', /: the key has expired$/],
])('a key that cannot be used, %s, sends nothing and asks no other server for one', (recipient, why) => {
  const ended = run({ env: { ...SENT, BACKUP_RECIPIENT: recipient } })
  expect(ended).toMatchObject({ status: 2, left: archive, far: undefined })
  expect(ended.reason).toMatch(new RegExp(`^\\S+ was not encrypted for ${recipient} and not sent: `))
  expect(ended.reason).toMatch(why)
})

test('what it writes is closed to others, whatever the umask was', () => {
  const { folder, left } = run({ folder: join(tmpdir(), `nightly-backup-new-${process.pid}`) })
  made.push(folder)
  const modes = spawnSync('stat', ['-c', '%a', folder, ...left.map((name) => join(folder, name))], { encoding: 'utf8' })
  expect(modes.stdout.trim().split('\n')).toEqual(['700', '600'])
})
