import { expect, test } from 'vitest'
import { hintsIn, mistakesIn } from './checks.ts'
import type { DatabaseFacts, Facts, Folder } from './facts.ts'

const NOW = new Date('2026-11-22T12:00:00Z')
const database: DatabaseFacts = {
  heldKinds: [],
  unsafe: [],
  time: NOW,
  pendingMigrations: [],
  legal: { drafts: [], missing: [] },
  demo: { isMarked: false, isPartial: false, courses: 0, staff: [], people: 0 },
  superAdmins: { active: ['a@school.org.il', 'b@school.org.il'], withoutSecondStep: [] },
  staffDomains: ['school.org.il'],
  siteSettings: {},
}
const secret: Folder['secrets'][number] = { name: 'keys.json', state: 'fine', mode: 0o600, isOwn: true }
/** An academy that may be opened. */
const healthy: Facts = {
  settings: {
    SITE_URL: 'https://academy.school.org.il',
    SMTP_HOST: 'smtp.school.org.il',
    MAIL_FROM: '"האקדמיה" <academy@school.org.il>',
    CLIENT_ADDRESS_HEADER: 'x-forwarded-for',
    METRICS_TOKEN: '0123456789abcdef',
    BACKUP_RECIPIENTS: 'age1 and 58 letters',
  },
  refused: [],
  now: NOW,
  node: { version: '20.19.0', oldest: '20.19' },
  port: 'ours',
  mailServerFailure: undefined,
  folder: { isUsed: true, freeBytes: 5e9, totalBytes: 1e11, secrets: [secret, { ...secret, name: 'logins.json' }] },
  backups: {
    folder: '/srv/backups',
    state: 'fine',
    place: 'elsewhere',
    newest: { name: 'academy-1.tar.gz', made: new Date('2026-11-22T03:10:00Z'), state: 'fine' },
  },
  site: { email: 'hello@school.org.il', phone: '03-123-4567' },
  database,
}

const setting = (name: string, value: string | undefined): Facts => ({
  ...healthy,
  settings: { ...healthy.settings, [name]: value },
})
const held = (change: Partial<DatabaseFacts>): Facts => ({ ...healthy, database: { ...database, ...change } })
const kept = (change: Partial<typeof secret>, isUsed = true): Facts => ({
  ...healthy,
  folder: { ...healthy.folder, isUsed, secrets: [{ ...secret, ...change }] },
})
const backedUp = (change: Partial<Facts['backups']>): Facts => ({
  ...healthy,
  backups: { ...healthy.backups, ...change },
})
const newest = { name: 'academy-1.tar.gz', made: NOW, state: 'fine' } as const
const codes = (facts: Facts) => mistakesIn(facts).map(({ code }) => code)

test('an academy that may be opened has nothing to mend', () => {
  expect(mistakesIn(healthy)).toEqual([])
  expect(mistakesIn({ ...healthy, database: undefined })).toEqual([])
})

const cases: [Facts, string[]][] = [
  [setting('SITE_URL', undefined), ['site-url-missing']],
  [setting('SITE_URL', 'academy.school.org.il'), ['site-url-wrong']],
  [setting('SITE_URL', 'https://school.org.il/academy'), ['site-url-path']],
  [setting('SITE_URL', 'https://localhost'), ['site-url-local']],
  [setting('SITE_URL', 'https://academy.example'), ['site-url-local']],
  [setting('SITE_URL', 'http://academy.school.org.il'), ['site-url-http']],
  [setting('NODE_ENV', 'development'), ['not-production']],
  [setting('SMTP_HOST', ''), ['smtp-missing']],
  [{ ...healthy, mailServerFailure: 'ECONNREFUSED' }, ['smtp-unreachable']],
  [setting('MAIL_FROM', undefined), ['mail-from-missing']],
  [setting('MAIL_FROM', 'האקדמיה'), ['mail-from-no-address']],
  [setting('MAIL_FROM', '"A" <a@academy.example>'), ['mail-from-example']],
  [setting('METRICS_TOKEN', ''), ['metrics-token-short']],
  [setting('METRICS_TOKEN', 'short'), ['metrics-token-short']],
  [setting('CLIENT_ADDRESS_HEADER', undefined), ['client-address-header-missing']],
  [{ ...healthy, refused: ['  PORT: Too big', '  METRICS_TOKEN: Too small'] }, ['setting-refused']],
  [{ ...healthy, node: { version: '20.9.1', oldest: '20.19' } }, ['node-old']],
  [{ ...healthy, port: 'taken' }, ['port-taken']],
  [{ ...healthy, folder: { ...healthy.folder, freeBytes: 1e9 } }, ['disk-nearly-full']],
  [kept({ state: 'missing' }), ['keys-lost']],
  [kept({ state: 'missing' }, false), []],
  [kept({ state: 'damaged' }), ['keys-damaged']],
  [kept({ state: 'missing', name: 'logins.json' }), ['logins-lost']],
  [kept({ mode: 0o644 }), ['secret-open']],
  [kept({ isOwn: false }), ['secret-owner']],
  [backedUp({ folder: undefined, newest: undefined }), ['backup-none']],
  [backedUp({ newest: undefined }), ['backup-none']],
  [backedUp({ state: 'missing', newest: undefined }), ['backup-folder-missing']],
  [backedUp({ state: 'closed', newest: undefined }), ['backup-folder-closed']],
  [backedUp({ place: 'in the data folder' }), ['backup-folder-inside']],
  [backedUp({ place: 'on its disk' }), []],
  [backedUp({ newest: { ...newest, state: 'empty' } }), ['backup-damaged']],
  [backedUp({ newest: { ...newest, state: 'cut' } }), ['backup-damaged']],
  [backedUp({ newest: { ...newest, made: new Date('2026-11-20T11:00:00Z') } }), ['backup-old']],
  [held({ time: new Date('2026-11-22T12:01:00Z') }), ['clock-wrong']],
  [held({ heldKinds: ['mails'] }), ['outgoing-held']],
  [held({ time: new Date('2026-11-22T12:00:02Z') }), []],
  [{ ...healthy, database: 'password authentication failed' }, ['database-unreachable']],
  [held({ unsafe: ['fsync'] }), ['database-unsafe']],
  [held({ pendingMigrations: ['20261201000100_legal_drafts.sql'] }), ['migrations-pending']],
  [held({ legal: { drafts: ['/terms'], missing: [] } }), ['legal-drafts']],
  [held({ legal: { drafts: [], missing: ['/privacy'] } }), ['legal-missing']],
  [
    held({ demo: { isMarked: true, isPartial: true, courses: 3, staff: ['admin@academy.example'], people: 9 } }),
    ['demo-marked', 'demo-partial', 'demo-content', 'demo-staff', 'demo-people'],
  ],
  [held({ superAdmins: { active: [], withoutSecondStep: [] } }), ['super-admin-none']],
  [held({ superAdmins: { active: ['a@school.org.il'], withoutSecondStep: [] } }), ['super-admin-one']],
  [held({ superAdmins: { active: ['a@b.il', 'c@b.il'], withoutSecondStep: ['c@b.il'] } }), ['second-step-none']],
  [held({ staffDomains: ['school.org.il', 'finance.example'] }), ['staff-domains-example']],
  [{ ...healthy, site: { email: 'hello@academy.example' } }, ['site-example']],
  [{ ...healthy, site: { whatsapp: 'https://wa.me/97230000000' } }, ['site-example']],
]

test.each(cases)('%#: each mistake is named, alone', (facts, named) => {
  expect(codes(facts)).toEqual(named)
})

test('backups on the disk of the data folder are a hint', () => {
  expect(hintsIn(healthy)).toEqual([])
  expect(hintsIn(backedUp({ place: 'on its disk' })).map(({ code }) => code)).toEqual(['backup-same-disk'])
})

test('backups that nobody encrypts are a hint', () => {
  expect(hintsIn(setting('BACKUP_RECIPIENTS', undefined)).map(({ code }) => code)).toEqual(['backup-open'])
})

test('a mistake says what is wrong and what to do, and no secret', () => {
  for (const [facts] of cases) {
    for (const { what, mend } of mistakesIn(facts)) {
      expect(what).toMatch(/\.$/)
      expect(mend.length).toBeGreaterThan(10)
      expect(what + mend).not.toContain('0123456789abcdef')
    }
  }
})
