// Names with words that docs/glossary.md refuses: node scripts/glossary.mjs lists them, with --lower it records fewer.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { refusedNames, refusedWords } from './lib/glossary.mjs'
import { root } from './lib/run.mjs'

const CEILINGS = join(root, 'scripts/lib/glossary-ceilings.json')
const FOLDERS = [
  'web/app',
  'server/src',
  'embedded-supabase',
  'supabase/functions',
  'supabase/tests',
  'supabase/seeds',
  'e2e',
  'scripts',
  'supabase/schemas',
]

/** @returns {Record<string, number>} how many names may have each word */
export const readCeilings = () => JSON.parse(readFileSync(CEILINGS, 'utf8'))

/** @returns the names of the project with refused words, by word */
export function findRefusedNames() {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...FOLDERS], {
    cwd: root,
    encoding: 'utf8',
  })
  const files = listed.split('\n').filter((file) => /\.(tsx?|mjs|sql)$/.test(file) && existsSync(join(root, file)))
  const sources = files.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  return refusedNames(sources, refusedWords(readFileSync(join(root, 'docs/glossary.md'), 'utf8')))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = [...findRefusedNames()]
  const ceilings = readCeilings()
  for (const [word, names] of found) for (const { name, file } of names) console.log(`${word}\t${name}\t${file}`)
  if (process.argv.includes('--lower')) {
    const lower = found.map(([word, names]) => [word, Math.min(names.length, ceilings[word] ?? names.length)])
    writeFileSync(CEILINGS, `${JSON.stringify(Object.fromEntries(lower), null, 2)}\n`)
  }
}
