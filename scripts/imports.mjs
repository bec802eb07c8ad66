// Checks that imports point one way, that every folder has a rule, and that the check has read the files it is about.
// Takes the root of another tree of sources in place of this one.
import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { cruise } from 'dependency-cruiser'
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config'
import rules from '../.dependency-cruiser.cjs'
import folders from './lib/import-folders.cjs'
import { root as ownRoot } from './lib/run.mjs'

const FOLDERS = ['web/app', 'server/src', 'embedded-supabase', 'supabase', 'e2e', 'scripts']
const SOURCE = /\.(tsx?|mjs)$/
const NOT_OURS = /(^|\/)(node_modules|build|dist)\//

const root = resolve(process.argv[2] ?? ownRoot)
process.chdir(root)
const sourcesOf = (folder) =>
  readdirSync(join(root, folder), { recursive: true }).filter((name) => SOURCE.test(name) && !NOT_OURS.test(name))
const expected = FOLDERS.reduce((sum, folder) => sum + sourcesOf(folder).length, 0)
const unruled = Object.entries(folders).flatMap(([tree, reach]) => {
  const found = new Set(sourcesOf(tree).flatMap((name) => name.split(/[\\/]/).slice(0, -1).slice(0, 1)))
  return '*' in reach ? [] : [...found].filter((folder) => !(folder in reach)).map((folder) => `${tree}/${folder}`)
})
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
for (const folder of unruled) console.error(`no rule: ${folder} is not in scripts/lib/import-folders.cjs`)
if (read !== expected) console.error('The check did not read every file.')
process.exit(output.summary.violations.length > 0 || unruled.length > 0 || read !== expected || expected === 0 ? 1 : 0)
