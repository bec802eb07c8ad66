import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'

const SCRIPT = join(import.meta.dirname, '..', 'deploy', 'backup.sh')
const DAY_S = 24 * 3600

const made: string[] = []
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** Runs the script with stand-ins for the commands; gives its end and what is then in the folder of backups. */
function run(instead: Record<string, string> = {}, env: Record<string, string> = {}, old: string[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'nightly-backup-'))
  made.push(folder)
  const [bin, backups] = [join(folder, 'bin'), join(folder, 'backups')]
  mkdirSync(bin)
  mkdirSync(backups)
  const commands = {
    npm: 'for last; do :; done; echo x | gzip > "$last"',
    gpg: 'while [ "$1" != --output ]; do shift; done; echo x > "$2"',
    rclone: 'exit 0',
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
  const PATH = `${bin}:${process.env.PATH}`
  const { status } = spawnSync('sh', [SCRIPT], { env: { PATH, BACKUP_DIR: backups, ...env } })
  return { status, left: readdirSync(backups) }
}

const SENT = { BACKUP_REMOTE: 'far:away', BACKUP_RECIPIENT: 'us' }
const archive = [expect.stringMatching(/^academy-\d{8}T\d{6}Z\.tar\.gz$/)]

test('keeps the new archive alone, and forgets every file of old ones', () => {
  const old = ['', '.gpg', '.partial'].map((ending) => `academy-20200101T000000Z.tar.gz${ending}`)
  expect(run({}, SENT, [...old, 'notes.txt'])).toEqual({ status: 0, left: [...archive, 'notes.txt'] })
})

test('a sending that fails is told, and leaves the archive but no copy of it', () => {
  expect(run({ rclone: 'exit 7' }, SENT)).toEqual({ status: 7, left: archive })
})

test('a backup that ends on its way leaves nothing', () => {
  const npm = 'for last; do :; done; echo x > "$last.partial"; kill -TERM $PPID; exit 1'
  expect(run({ npm })).toEqual({ status: 1, left: [] })
})
