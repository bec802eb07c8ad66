import { chmodSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareDataFolder } from '../../embedded-supabase/test/support/data-templates.ts'
import { startBackend } from '../../server/src/backend.ts'
import { doctor } from '../../server/src/cli/doctor.ts'
import { readConfig } from '../../server/src/config.ts'
import { createLog } from '../../server/src/log.ts'
import { seedAccounts } from '../../server/src/seed/accounts.ts'
import { seed } from '../../server/src/seed/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'academy-doctor-'))
chmodSync(folder, 0o711)
const data = join(folder, 'data')
const backups = join(folder, 'backups')
const other = createServer()
const config = readConfig({
  NODE_ENV: 'production',
  SITE_URL: 'https://academy.test',
  DATA_DIR: data,
  LOG_LEVEL: 'silent',
})

/** What an operator gets wrong, planted in settings, folder and database, and the name that the doctor gives it. */
const PLANTED = [
  'site-url-http',
  'not-production',
  'smtp-unreachable',
  'mail-from-no-address',
  'metrics-token-short',
  'client-address-header-missing',
  'setting-refused',
  'port-taken',
  'keys-damaged',
  'logins-lost',
  'secret-open',
  'backup-damaged',
  'backup-old',
  'database-unsafe',
  'migrations-pending',
  'legal-drafts',
  'legal-missing',
  'demo-marked',
  'demo-content',
  'demo-staff',
  'super-admin-one',
  'second-step-none',
  'staff-domains-example',
  'site-example',
]

async function named(environment: Record<string, string>) {
  const output: string[] = []
  const isHealthy = await doctor(environment, ['--json'], (line) => output.push(line))
  const { mistakes, databaseSeen } = JSON.parse(output.join('\n')) as {
    mistakes: { code: string }[]
    databaseSeen: boolean
  }
  return { isHealthy, databaseSeen, codes: mistakes.map(({ code }) => code) }
}

beforeAll(async () => {
  prepareDataFolder(data, config.projectDirectory)
  const backend = await startBackend(config, createLog(config))
  await seed(backend, config, () => undefined)
  await seedAccounts(backend, config, () => undefined)
  await backend.embedded?.database.asOwner(async (tx) => {
    await tx.query('alter database postgres set synchronous_commit = off')
    await tx.query(`delete from supabase_migrations.applied_files where name like '%_baseline.sql'`)
    // As nobody can: a text in force does not change.
    await tx.query('alter table legal_document_versions disable trigger legal_document_versions_change_guard')
    await tx.query(`update legal_document_versions set awaits_review = true where document_id =
      (select id from legal_documents where slug = 'terms')`)
    await tx.query(`update legal_document_versions set is_published = false where document_id =
      (select id from legal_documents where slug = 'cookies')`)
  })
  await backend.close()
  writeFileSync(join(data, 'keys.json'), '{"jwtSecret":', { mode: 0o600 })
  chmodSync(join(data, 'keys.json'), 0o644)
  rmSync(join(data, 'logins.json'))
  mkdirSync(backups)
  const archive = join(backups, 'academy-backup-2026.tar.gz')
  writeFileSync(archive, '')
  utimesSync(archive, new Date(0), new Date(0))
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  other.close()
  rmSync(folder, { recursive: true, force: true })
})

test('each of the planted mistakes is named, and nothing is mended or started', async () => {
  const environment = {
    NODE_ENV: 'development',
    SITE_URL: 'http://academy.school.org.il',
    DATA_DIR: data,
    PORT: String((other.address() as AddressInfo).port),
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: '1',
    MAIL_FROM: 'האקדמיה',
    METRICS_TOKEN: 'short',
    LOG_LEVEL: 'loud',
    BACKUP_DIR: backups,
  }
  const plain = await named(environment)
  const secure = await named({ ...environment, SITE_URL: 'https://academy.school.org.il' })
  expect(plain).toMatchObject({ isHealthy: false, databaseSeen: true })
  expect([...new Set([...plain.codes, ...secure.codes])].sort()).toEqual([...PLANTED].sort())
  expect(await named(environment)).toEqual(plain)
})

test('a folder that no academy was started on is looked at without being made', async () => {
  const { codes, databaseSeen } = await named({ DATA_DIR: join(folder, 'nothing') })
  expect(databaseSeen).toBe(false)
  expect(codes).toContain('smtp-missing')
  expect(codes).not.toContain('keys-lost')
})
