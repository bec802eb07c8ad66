// Everything that shows the academy works, from an empty folder: installs, builds, then gates, units, database, contract, journeys.
import { checkNodeVersion } from './lib/node-version.mjs'
import { say } from './lib/run.mjs'

checkNodeVersion()
const { ensureInstalled } = await import('./lib/install.mjs')
await ensureInstalled('everything')
const { ensureBuilt } = await import('./lib/build.mjs')
const { ensureBrowser } = await import('./lib/browser.mjs')
const { findSecondPostgres } = await import('./lib/second-postgres.mjs')
const { runGates, runJourneys, runVitest } = await import('./lib/steps.mjs')

const total = { passed: 0, failed: 0 }
async function part(title, runPart) {
  say(title)
  const { passed, failed } = await runPart()
  total.passed += passed
  total.failed += failed
  console.log(`${title}: ${passed} passed, ${failed} failed`)
}

await ensureBuilt()
await ensureBrowser()
await part('gates', runGates)
await part('units and components', () => runVitest(['units', 'components']))
await part('database policies', () => runVitest(['database']))
await part('contract of the embedded Supabase', () => runVitest(['contract']))
const second = findSecondPostgres()
if (second) {
  await part(`database policies and contract on PostgreSQL ${second.major}`, () =>
    runVitest(['database', 'contract'], { POSTGRES_BINARIES: second.binaries }),
  )
} else say('no PostgreSQL of another major version on this machine: not tested on a second one')
await part('journeys in a browser', runJourneys)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed > 0 ? 1 : 0)
