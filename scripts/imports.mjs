// Checks that imports point one way, and that the check has read the files it is about.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { cruise } from 'dependency-cruiser'
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config'
import rules from '../.dependency-cruiser.cjs'
import { root } from './lib/run.mjs'

const FOLDERS = ['web/app', 'server/src', 'embedded-supabase', 'supabase', 'e2e', 'scripts']
const SOURCE = /\.(tsx?|mjs)$/
const NOT_OURS = /(^|\/)(node_modules|build|dist)\//

process.chdir(root)
const count = (folder) =>
  readdirSync(join(root, folder), { recursive: true }).filter((name) => SOURCE.test(name) && !NOT_OURS.test(name))
    .length
const expected = FOLDERS.reduce((sum, folder) => sum + count(folder), 0)
const { output } = await cruise(
  FOLDERS,
  { ruleSet: rules, validate: true, ...rules.options },
  { alias: { '~': join(root, 'web/app') }, extensions: ['.ts', '.tsx', '.js', '.mjs'] },
  {
    tsConfig: extractTSConfig(join(root, 'web/tsconfig.json')),
  },
)
const isOurs = (source) =>
  SOURCE.test(source) && !NOT_OURS.test(source) && FOLDERS.some((folder) => source.startsWith(`${folder}/`))
const read = output.modules.filter(({ source }) => isOurs(source)).length
for (const { rule, from, to } of output.summary.violations) console.error(`${rule.name}: ${from} -> ${to}`)
console.log(`imports: ${read} of ${expected} files read, ${output.summary.violations.length} violations`)
if (read !== expected) console.error('The check did not read every file.')
process.exit(output.summary.violations.length > 0 || read !== expected || expected === 0 ? 1 : 0)
