import { OPEN_PORTS } from '../../../supabase/functions/_shared/smtp-ports.ts'
import { cronJobs, PREFIX } from '../../../supabase/jobs/schedules.ts'
import { type Check, hint, type Mistake, when } from './mistake.ts'
import { BUCKETS } from './project-buckets.ts'
import type { ProjectFacts, ProjectState } from './project-facts.ts'

const OLDEST_POSTGRES = 150_000
const EXTENSIONS = ['pg_cron', 'pg_net', 'supabase_vault', 'pgcrypto', 'pg_trgm', 'uuid-ossp']
const PUSH_CONFIG = 'supabase config push (docs/supabase.md, "Settings of sign-in")'
const PUSH = 'supabase db push --remote'
const SCHEDULE = 'supabase db query --remote --file supabase/jobs/pg_cron.sql'
/** The command that runs a statement in the linked project. */
const query = (sql: string) => `supabase db query --remote "${sql}"`

const ofProject =
  (look: (project: ProjectFacts) => Mistake[]): Check =>
  ({ project }) =>
    project ? look(project) : []

const ofState =
  (look: (state: ProjectState) => Mistake[]): Check =>
  ({ project }) =>
    project?.state ? look(project.state) : []

const keys = ofProject(({ keys: { publishable, secret }, stateFailure }) => [
  ...when(
    publishable === 'exchanged',
    'project-key-exchanged',
    'The key that every page has opens what only a secret one may: who reads a page may read and change everything.',
    'Set SUPABASE_PUBLISHABLE_KEY=sb_publishable_…, and end the other key at once: Project Settings, API Keys.',
  ),
  ...when(
    publishable === 'refused',
    'project-key-refused',
    'The project refuses SUPABASE_PUBLISHABLE_KEY, or has no academy in it: no page can be shown.',
    `Copy the publishable key from Project Settings, API Keys; then ${PUSH}`,
  ),
  ...when(
    secret === 'missing',
    'project-secret-missing',
    'SUPABASE_SECRET_KEY is not set: jobs, migrations, buckets, staff and texts cannot be looked at.',
    'SUPABASE_SECRET_KEY=sb_secret_… npm run doctor',
  ),
  ...when(
    secret === 'refused',
    'project-secret-refused',
    'The project refuses SUPABASE_SECRET_KEY: commands, uploads and mail to the support fail.',
    'Copy a secret key from Project Settings, API Keys.',
  ),
  ...when(
    stateFailure !== undefined,
    'project-state-unknown',
    `The state of the project cannot be read: ${stateFailure}.`,
    PUSH,
  ),
])

const schemas = ofProject(({ exposedSchemas }) =>
  when(
    exposedSchemas.length > 0,
    'project-schemas-exposed',
    `The API shows schemas that must be hidden: ${exposedSchemas.join(', ')}.`,
    'Take them off Project Settings, Data API, Exposed schemas: public alone is needed. Or: supabase config push.',
  ),
)

const signIn = ofProject(({ signIn }) => {
  if (!signIn) {
    return when(true, 'project-sign-in-silent', 'The sign-in service does not answer.', 'Look at the Auth logs.')
  }
  const { email, signUp, confirmations, otherProviders, callbackLeadsTo, leadsAnywhere } = signIn
  return [
    ...when(!email, 'project-email-off', 'Sign-in by mail is off: nobody gets in.', PUSH_CONFIG),
    ...when(!signUp, 'project-sign-up-off', 'New accounts are off: nobody can register.', PUSH_CONFIG),
    ...when(
      !confirmations,
      'project-confirmations-off',
      'Confirmations are off: an account is made without a mail, in a session that opens nothing.',
      PUSH_CONFIG,
    ),
    ...when(
      otherProviders.length > 0,
      'project-providers-on',
      `Other ways in are on: ${otherProviders.join(', ')}. Sessions that no mail has opened open nothing here.`,
      'Turn them off: Authentication, Sign In / Providers.',
    ),
    ...when(
      callbackLeadsTo !== undefined,
      'project-redirect-refused',
      `Mailed links do not lead to SITE_URL/auth/callback but to ${callbackLeadsTo}: nobody can sign in.`,
      PUSH_CONFIG,
    ),
    ...when(
      leadsAnywhere,
      'project-redirect-open',
      'Mailed links may lead to any host, which then gets the session.',
      `Take the wildcard off Authentication, URL Configuration, Redirect URLs; then ${PUSH_CONFIG}`,
    ),
  ]
})

const functions = ofProject(({ functions: { missing, verifying, failing } }) => [
  ...when(
    missing.length > 0,
    'project-functions-missing',
    `Functions are not deployed: ${missing.join(', ')}.`,
    'supabase functions deploy',
  ),
  ...when(
    verifying.length > 0,
    'project-functions-verify',
    `Functions refuse publishable and secret keys (verify_jwt is on): ${verifying.join(', ')}.`,
    'Deploy from this folder, whose config.toml turns it off: supabase functions deploy',
  ),
  ...when(
    failing.length > 0,
    'project-functions-failing',
    `Functions fail: ${failing.join(', ')}.`,
    'Look at their logs under Edge Functions, and deploy again: supabase functions deploy',
  ),
])

const MAIL_PROBLEMS: Record<string, [what: string, mend: string]> = {
  'not-configured': [
    'The functions have no mail server: mails of the product wait, and campaigns never leave.',
    'supabase secrets set SMTP_HOST=… SMTP_PORT=465 SMTP_USER=… SMTP_PASSWORD=… MAIL_FROM=…',
  ],
  'sender-without-address': [
    'MAIL_FROM of the functions is no address: no mail of the product leaves.',
    `supabase secrets set MAIL_FROM='"Name" <address>'`,
  ],
  'port-closed': [
    'SMTP_PORT of the functions is 25 or 587, which are closed to them: no mail of the product leaves.',
    `supabase secrets set SMTP_PORT=465. What works: ${OPEN_PORTS}.`,
  ],
}

const mail = ofProject(({ mailProblem }) => {
  const [what, mend] = MAIL_PROBLEMS[mailProblem ?? ''] ?? []
  return when(what !== undefined, `project-mail-${mailProblem}`, what ?? '', mend ?? '')
})

/** What a key cannot read; the command compares all of it with the repository. */
const unreadable = ofProject(() =>
  hint(
    true,
    'project-look-at-sign-in',
    'Hooks, mail templates, lengths of links and sessions, and limits of the sign-in service are shown to no key.',
    'Look at what differs from supabase/config.toml: supabase config diff. Then register once with a mailbox of yours.',
  ),
)

const database = ofState(({ version, extensions, empties_passwords }) => {
  const missing = EXTENSIONS.filter((name) => !extensions.includes(name))
  return [
    ...when(
      version < OLDEST_POSTGRES,
      'project-postgres-old',
      `PostgreSQL is ${Math.floor(version / 10_000)}, and must be 15 or newer.`,
      'Upgrade it: Project Settings, Infrastructure.',
    ),
    ...when(
      missing.length > 0,
      'project-extensions-missing',
      `Extensions are not there: ${missing.join(', ')}.`,
      query(`create extension if not exists ${missing[0]}`),
    ),
    ...when(
      !empties_passwords,
      'project-passwords',
      'The trigger that empties passwords is gone: an account can be entered by one.',
      'Push what is missing, users_write_password on auth.users: supabase migration list --remote',
    ),
  ]
})

const vault = ofState(({ secret_names }) => {
  const missing = ['project_url', 'secret_key'].filter((name) => !secret_names?.some((one) => one.name === name))
  return when(
    missing.length > 0,
    'project-vault-missing',
    `The vault has no ${missing.join(' and no ')}: jobs cannot call functions, so no mail of the product leaves.`,
    query(`select vault.create_secret('…', '${missing[0]}')`),
  )
})

const vaultAddress: Check = ({ project, settings: { SUPABASE_URL: url = '' } }) => {
  const known = project?.state?.project_url?.replace(/\/$/, '')
  return when(
    known !== undefined && known !== url.replace(/\/$/, ''),
    'project-vault-address',
    `The vault's project_url is ${known}: jobs call the functions of another project.`,
    query(`select vault.update_secret(id, '${url}') from vault.secrets where name = 'project_url'`),
  )
}

const jobs = ofState(({ jobs, refused_calls }) => {
  const scheduled = new Map(jobs?.map((job) => [job.jobname, job]))
  const expected = cronJobs()
  const names = (list: { name: string }[]) => list.map(({ name }) => name.slice(PREFIX.length)).join(', ')
  const missing = expected.filter(({ name }) => !scheduled.has(name))
  const other = expected.filter(({ name, schedule, command }) => {
    const job = scheduled.get(name)
    return job && (job.schedule !== schedule || job.command.trim() !== command.trim() || job.active === false)
  })
  const former = [...scheduled.keys()].filter(
    (name) => name.startsWith(PREFIX) && !expected.some((job) => job.name === name),
  )
  return [
    ...when(
      missing.length > 0,
      'project-jobs-missing',
      `Jobs are not scheduled, so what they do never happens: ${names(missing)}.`,
      SCHEDULE,
    ),
    ...when(
      other.length > 0,
      'project-jobs-other',
      `Jobs are off, or scheduled otherwise than this release does: ${names(other)}.`,
      SCHEDULE,
    ),
    ...when(
      former.length > 0,
      'project-jobs-former',
      `Jobs of another release are still scheduled: ${names(former.map((name) => ({ name })))}.`,
      SCHEDULE,
    ),
    ...when(
      (refused_calls?.length ?? 0) > 0,
      'project-jobs-refused',
      `Functions refused calls of jobs in the last ten minutes: ${refused_calls?.map(({ status_code, calls }) => `${calls} with ${status_code}`).join(', ')}.`,
      `401 and 403: put a working secret key into the vault (docs/supabase.md, "Jobs"). 5xx: look at the logs under Edge Functions.`,
    ),
  ]
})

const buckets = ofState(({ buckets }) =>
  BUCKETS.flatMap((expected) => {
    const bucket = buckets.find(({ id }) => id === expected.id)
    if (!bucket) return when(true, 'project-bucket-missing', `The bucket ${expected.id} is not there.`, PUSH)
    return [
      ...when(
        bucket.public !== expected.public,
        'project-bucket-public',
        bucket.public
          ? `The bucket ${bucket.id} is public: anybody opens its files without a link.`
          : `The bucket ${bucket.id} is not public: visitors see no pictures.`,
        query(`update storage.buckets set public = ${expected.public} where id = '${bucket.id}'`),
      ),
      ...when(
        bucket.file_size_limit !== expected.file_size_limit,
        'project-bucket-limit',
        `The largest file of the bucket ${bucket.id} is ${bucket.file_size_limit ?? 'without a limit'}, not ${expected.file_size_limit ?? 'without a limit'}.`,
        query(`update storage.buckets set file_size_limit = ${expected.file_size_limit} where id = '${bucket.id}'`),
      ),
    ]
  }),
)

export const projectChecks: Check[] = [
  keys,
  schemas,
  signIn,
  functions,
  mail,
  database,
  vault,
  vaultAddress,
  jobs,
  buckets,
  unreadable,
]
