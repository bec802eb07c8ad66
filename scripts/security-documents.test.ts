import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string) => readFileSync(ROOT + file, 'utf8')
const listed = (...folders: string[]) =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...folders], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '' && !/[.]test[.]tsx?$/.test(file))
const quotedIn = (document: string, pattern: RegExp) => [...document.matchAll(pattern)].map(([, name = '']) => name)

/** More than random ids: what computes with a key, a hash or a secret. */
const CRYPTOGRAPHY =
  /from 'node:crypto'|from '(?:jose|bcryptjs|otpauth|aws4fetch|age-encryption|@noble\/[^']+)'|crypto\.(?:subtle|getRandomValues)/
const IDS_ALONE = /import \{ randomUUID \} from 'node:crypto'/
const ALGORITHM = /(?:createHash|createHmac)\('([^']+)'|subtle.digest\('([^']+)'|\balg(?:orithms?)?: \[?'([^']+)'/g
const ALGORITHMS = new Set(['sha256', 'SHA-256', 'ES256', 'RS256', 'HS256', 'SHA1'])

test('each source that uses cryptography is in its inventory, and uses algorithms of the list alone', () => {
  const inventory = read('docs/security/cryptography.md')
  const named = new Set(quotedIn(inventory, /`((?:server|embedded-supabase|supabase|web)\/[^`]+[.]ts)`/g))
  const sources = listed('server/src', 'embedded-supabase/src', 'supabase/functions', 'web/app')
    .filter((file) => /[.]tsx?$/.test(file))
    .map((file) => ({ file, text: read(file) }))
    .filter(({ text }) => CRYPTOGRAPHY.test(text.replace(IDS_ALONE, '')))
  expect(sources.map(({ file }) => file).sort()).toEqual([...named].sort())
  const algorithms = sources.flatMap(({ file, text }) =>
    [...text.matchAll(ALGORITHM)].map(([, ...found]) => ({ file, algorithm: found.find(Boolean) ?? '' })),
  )
  expect(algorithms.length).toBeGreaterThan(20)
  expect(algorithms.filter(({ algorithm }) => !ALGORITHMS.has(algorithm))).toEqual([])
})

test('every table of the database has a class of data, and no class a table that is not there', () => {
  const TABLE = /create (?:unlogged )?table (?:if not exists )?((?:public|private|mail|auth|storage)\.\w+)/gi
  const scripts = listed('supabase/migrations', 'embedded-supabase/sql').filter((file) => file.endsWith('.sql'))
  // What db:diff writes is in capitals and quoted.
  const sql = (file: string) => read(file).replaceAll('"', '')
  const tables = new Set(scripts.flatMap((file) => quotedIn(sql(file), TABLE)))
  for (const file of scripts)
    for (const name of quotedIn(sql(file), /drop table (?:if exists )?([\w.]+)/gi)) tables.delete(name)
  expect(tables.size).toBeGreaterThan(130)
  const [, ...classes] = read('docs/security/data-classes.md').split(/^## /m)
  const named = classes.flatMap((text) => quotedIn(text.split('\n\nFiles are of')[0] ?? '', /`([a-z]+\.\w+)`/g))
  expect(named.sort()).toEqual([...tables].sort())
})

/** Two scripts of our own that a page begins with. */
const OWN_SCRIPTS = new Set(['web/app/root.tsx', 'web/app/site/early-input/early-input.tsx'])
/** A line of our own sets the limits of a worker, another one looks at files; paths of ours are its arguments. */
const SHELLS = new Set(['server/src/workers/process.ts', 'server/src/workers/worker-code.ts'])

test.each([
  ['makes code of text', /\beval\(|new Function\(|\bvm\b.*from 'node:vm'/, new Set()],
  [
    'makes markup of text',
    /dangerouslySetInnerHTML|\.(?:inner|outer)HTML =|insertAdjacentHTML|document\.write/,
    OWN_SCRIPTS,
  ],
  ['listens to other windows', /addEventListener\('message'|(?:window|self|globalThis)\.onmessage/, new Set()],
  [
    'starts a program by a shell',
    /shell: true|\/bin\/(?:ba)?sh|\bexec(?:Sync)?\([`']|import \{[^}]*\bexec(?:Sync)?\b[^}]*\} from 'node:child_process'/,
    SHELLS,
  ],
])('no source %s', (_, pattern, allowed) => {
  const sources = listed('server/src', 'embedded-supabase/src', 'supabase/functions', 'web/app')
  const found = sources.filter((file) => /[.]tsx?$/.test(file) && pattern.test(read(file)))
  expect(found.filter((file) => !allowed.has(file))).toEqual([])
})
