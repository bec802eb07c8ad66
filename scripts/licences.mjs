// Writes THIRD-PARTY-LICENCES.md from the lockfile and the build. Ends with 1 when a licence is not allowed where it is used.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './lib/build.mjs'
import { isAllowed, listPackages, packagesInBuild, renderLicences } from './lib/licences.mjs'
import { root } from './lib/run.mjs'

await ensureBuilt()
const read = (file) => readFileSync(join(root, file), 'utf8')
const bundled = packagesInBuild(read('web/build/client/third-party-licences.txt'))
const rows = listPackages(JSON.parse(read('package-lock.json')), bundled)
writeFileSync(join(root, 'THIRD-PARTY-LICENCES.md'), renderLicences(rows))
const refused = rows.filter(({ licence, uses }) => !isAllowed(licence, uses))
for (const { name, version, licence, uses } of refused)
  console.error(`${name} ${version}: ${licence} is not allowed in ${uses.join(', ')} (scripts/lib/licences.mjs)`)
console.log(`THIRD-PARTY-LICENCES.md: ${rows.length} packages`)
process.exitCode = refused.length > 0 ? 1 : 0
