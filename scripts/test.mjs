// Everything that shows the academy works, from an empty folder: installs, builds, then gates, units, components,
// policies, protocols and journeys. With the word `all`, every test on every PostgreSQL and every screen.
import { checkNodeVersion } from './lib/node-version.mjs'
import { say } from './lib/run.mjs'

checkNodeVersion()
const { ensureInstalled } = await import('./lib/install.mjs')
await ensureInstalled('everything')
const { ensureBuilt } = await import('./lib/build.mjs')
const { ensureBrowser } = await import('./lib/browser.mjs')
const { runGates } = await import('./lib/gates.mjs')
const { findSecondPostgres } = await import('./lib/second-postgres.mjs')
const { runJourneys } = await import('./lib/steps.mjs')
const { createSummary, journeyTimes } = await import('./lib/summary.mjs')
const { runVitest } = await import('./lib/vitest.mjs')

const isAll = process.argv.includes('all')
if (isAll) process.env.E2E_EVERYTHING = '1'
/** What depends on the version of PostgreSQL: policies and rules, and the SQL that REST writes. */
const ON_THE_SECOND = isAll ? [] : ['supabase/tests', 'embedded-supabase/test/contract/rest']

const { part, close } = createSummary()
await ensureBrowser()
say('gates, units, components, database policies, contract of the embedded Supabase')
await Promise.all([
  part('gates', () => runGates()),
  ensureBuilt().then(() =>
    part('units, components, database policies, contract', () =>
      runVitest(['units', 'components', 'database', 'contract'], { title: 'vitest' }),
    ),
  ),
])
const second = findSecondPostgres()
if (second) {
  const title = `PostgreSQL ${second.major}`
  say(`${isAll ? 'database policies and contract' : 'database policies and the contract of REST'} on ${title}`)
  await part(title, () =>
    runVitest(['database', 'contract'], {
      ...{ title, folders: ON_THE_SECOND, environment: { POSTGRES_BINARIES: second.binaries } },
    }),
  )
} else say('no PostgreSQL of another major version on this machine: not tested on a second one')
say('journeys in a browser')
await part('journeys', async () => ({ ...(await runJourneys()), slowest: journeyTimes() }))
process.exit(close())
