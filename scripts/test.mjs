// Everything that shows the academy works, from an empty folder: installs, builds, then gates, units, components,
// policies, protocols and journeys. With the word `all`, every test on every PostgreSQL and every screen.
import { checkNodeVersion } from './lib/node-version.mjs'
import { print } from './lib/run.mjs'

checkNodeVersion()
const { ensureInstalled } = await import('./lib/install.mjs')
await ensureInstalled('everything')
const { ensureBuilt } = await import('./lib/build.mjs')
const { ensureBrowser, ensureEngines } = await import('./lib/browser.mjs')
const { runGates } = await import('./lib/gates.mjs')
const { ELSEWHERE, runJourneys } = await import('./lib/journeys.mjs')
const { findSecondPostgres, NOT_ON_THE_SECOND, ON_THE_SECOND, updateSecondPostgres } = await import(
  './lib/second-postgres.mjs'
)
const { createSummary } = await import('./lib/summary.mjs')
const { useTestFolder } = await import('./lib/test-folder.mjs')
const { runVitest } = await import('./lib/vitest.mjs')

/** Every screen, and as many drawn cases as have been looked at by hand. */
const EVERYTHING = {
  E2E_EVERYTHING: '1',
  PROGRESS_HISTORIES: '10000',
  OPERATIONS_EVERYTHING: '1',
  QUIZ_HISTORIES: '1000',
  QUIZ_DRAWS: '2000',
  ANALYTICS_HISTORIES: '1000',
  FIRST_START_KILLS: '20',
}

useTestFolder()
const isAll = process.argv.includes('all')
if (isAll) Object.assign(process.env, EVERYTHING)

const { part, close } = createSummary()
await ensureBrowser()
await ensureEngines({ install: isAll })
await updateSecondPostgres()
print('gates, units, components, database policies, contract of the embedded Supabase')
await Promise.all([
  part('gates', () => runGates()),
  ensureBuilt().then(() =>
    part('units, components, database policies, contract', () =>
      runVitest(['units', 'components', 'database', 'contract'], { title: 'vitest' }),
    ),
  ),
])

/** The second PostgreSQL gets one worker: journeys wait more than they work, so that both end sooner beside each other. */
async function testOnSecondPostgres() {
  const second = findSecondPostgres()
  if (!second) {
    print('no PostgreSQL of another version on this machine: not tested on a second one')
    return
  }
  const title = `PostgreSQL ${second.version}`
  print(`${isAll ? 'database policies and contract' : 'what depends on its version'} on ${title}`)
  const narrowed = isAll ? {} : { folders: ON_THE_SECOND, without: NOT_ON_THE_SECOND }
  await part(title, () =>
    runVitest(['database', 'contract'], {
      ...{ title, workers: 1, environment: { POSTGRES_BINARIES: second.binaries } },
      ...narrowed,
    }),
  )
}

print('journeys in a browser')
await Promise.all([testOnSecondPostgres(), part('journeys', () => runJourneys())])
if (isAll) await part('journeys on a project elsewhere', () => runJourneys(ELSEWHERE))
process.exit(close())
