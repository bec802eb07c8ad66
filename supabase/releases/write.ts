import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  BACKUP,
  brokenBy,
  COUNTS,
  currentMigrations,
  formerTexts,
  LIST,
  RELEASES,
  ROOT,
  releasedMigrations,
  releasedVersions,
} from './released.ts'
import { backUpSmallAcademy } from './small-academy.ts'

// Lists the migrations of the version in package.json and keeps a backup of a small academy that it makes.
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
const now = currentMigrations()
const broken = releasedVersions().flatMap((released) => brokenBy(now, releasedMigrations(released), formerTexts()))
if (broken.length > 0) {
  process.stderr.write(`${broken.join('\n')}\n`)
  process.exit(1)
}
const folder = join(RELEASES, version)
mkdirSync(folder, { recursive: true })
const counts = await backUpSmallAcademy(join(folder, BACKUP))
writeFileSync(join(folder, COUNTS), `${JSON.stringify(counts, null, 2)}\n`)
writeFileSync(join(folder, LIST), `${JSON.stringify(now, null, 2)}\n`)
process.stdout.write(
  `release ${version}: ${Object.keys(now).length} migrations, ${Object.keys(counts).length} tables with rows\n`,
)
process.exit(0)
