import { PARTIAL_DEMO_REMEDY } from '../seed/demo-academy.ts'
import type { DatabaseFacts } from './facts.ts'
import { type Check, type Mistake, when } from './mistake.ts'

const EXAMPLE_DOMAINS = ['academy.example', 'finance.example']
/** What the contact details of the example have in them. */
const EXAMPLE_DETAIL = /\.example\b|דוגמה|(^|\D)(97230{7}|03-000-000\d)$/

/** A check of what the database holds. */
const ofDatabase =
  (look: (database: DatabaseFacts) => Mistake[]): Check =>
  ({ database }) =>
    typeof database === 'object' ? look(database) : []

const reach: Check = ({ database }) =>
  when(
    typeof database === 'string',
    'database-unreachable',
    `The database cannot be reached: ${database}.`,
    'Check DATABASE_URL, or SUPABASE_URL and its key and whether `supabase db push` was run, or what the start says.',
  )

const durability = ofDatabase(({ unsafe }) =>
  when(
    unsafe.length > 0,
    'database-unsafe',
    `The database would lose acknowledged writes: ${unsafe.join(', ')} is off.`,
    'Turn it on in postgresql.conf, or for the database and its roles.',
  ),
)

const migrations: Check = ({ database, settings: { SUPABASE_URL: project } }) => {
  const pending = typeof database === 'object' ? database.pendingMigrations : []
  return when(
    pending.length > 0,
    'migrations-pending',
    `${pending.length} migrations are not applied, the first is ${pending[0]}.`,
    project ? 'supabase db push --remote' : 'Start the academy again, or run npm run db:migrate.',
  )
}

const outgoing = ofDatabase(({ heldKinds }) =>
  when(
    heldKinds.length > 0,
    'outgoing-held',
    `This is a restored copy, and nothing leaves it: ${heldKinds.join(', ')} wait until somebody decides.`,
    'Look and decide: npm run outgoing, or on /admin/operations.',
  ),
)

const legal = ofDatabase(({ legal: { drafts, missing } }) => [
  ...when(
    drafts.length > 0,
    'legal-drafts',
    `Nobody has reviewed the texts of ${drafts.join(', ')}.`,
    'Let a lawyer read them, then: npm run legal -- text terms, edit, npm run legal -- publish terms <file>.',
  ),
  ...when(
    missing.length > 0,
    'legal-missing',
    `There is no text at ${missing.join(', ')}.`,
    'Publish one: npm run legal -- publish.',
  ),
])

const demo = ofDatabase(({ demo: { isMarked, isPartial, courses, staff, people } }) => [
  ...when(
    isMarked,
    'demo-marked',
    'The academy is marked as a demo: npm run db:seed may fill it.',
    'Set demo_academy in app_settings to false.',
  ),
  ...when(isPartial, 'demo-partial', 'The demo content is there only in part.', `${PARTIAL_DEMO_REMEDY}.`),
  ...when(
    courses > 0,
    'demo-content',
    `${courses} courses are those of the demo.`,
    'Delete them, or start with SEED_DEMO=0 in a new folder.',
  ),
  ...when(
    staff.length > 0,
    'demo-staff',
    `Demo accounts are active staff: ${staff.join(', ')}.`,
    'Set is_active to false in admin_users.',
  ),
  ...when(people > 0, 'demo-people', `${people} students are made up.`, 'npm run db:seed -- --remove-people'),
])

const administrators = ofDatabase(({ superAdmins: { active, withoutSecondStep } }) => [
  ...when(
    active.length === 0,
    'super-admin-none',
    'There is no active super_admin.',
    'npm run admin:invite -- you@your.domain --allow-domain',
  ),
  ...when(
    active.length === 1,
    'super-admin-one',
    'There is one super_admin: who loses the app locks the academy.',
    'Invite a second one.',
  ),
  ...when(
    withoutSecondStep.length > 0,
    'second-step-none',
    `No authenticator app has joined for ${withoutSecondStep.join(', ')}.`,
    'It joins at the next visit of the staff area.',
  ),
])

const domains = ofDatabase(({ staffDomains }) => {
  const examples = staffDomains.filter((domain) => EXAMPLE_DOMAINS.includes(domain))
  return when(
    examples.length > 0,
    'staff-domains-example',
    `Domains of the example may be staff: ${examples.join(', ')}.`,
    'Put your own under /admin/settings.',
  )
})

const details: Check = ({ site }) => {
  const examples = Object.entries(site)
    .filter(([, value]) => EXAMPLE_DETAIL.test(value))
    .map(([name]) => name)
  return when(
    examples.length > 0,
    'site-example',
    `The site still shows details of the example: ${examples.join(', ')}.`,
    'Write yours under /admin/settings.',
  )
}

export const academyChecks: Check[] = [
  reach,
  durability,
  migrations,
  outgoing,
  legal,
  demo,
  administrators,
  domains,
  details,
]
