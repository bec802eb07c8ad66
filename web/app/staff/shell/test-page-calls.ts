import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const APP = fileURLToPath(new URL('../..', import.meta.url))
const FUNCTIONS = fileURLToPath(new URL('../../../../supabase/functions', import.meta.url))
const source = (file: string) => readFileSync(file, 'utf8')

/** The functions of the database that the API offers. */
const [, offered = ''] = source(join(APP, 'shared/client/database.types.ts')).split(/^ {4}Functions: \{$/m)
const CALLS = new Set([...offered.matchAll(/^ {6}(\w+): \{/gm)].map(([, name = '']) => name))

const namesIn = (code: string) => [...code.matchAll(/'([a-z_0-9]+)'/g)].map(([, name = '']) => name)
const callsIn = (code: string) => namesIn(code).filter((name) => CALLS.has(name))
/** What an edge function asks the database as the caller. */
const callsOfEdge = (code: string) =>
  [...code.matchAll(/(?:invoke|callEdgeFunction)(?:<.*>)?\(\s*'([\w-]+)'/g)].flatMap(([, name = '']) =>
    [...source(join(FUNCTIONS, name, 'handler.ts')).matchAll(/callRpc\('(\w+)'/g)].map(([, call = '']) => call),
  )

/** The names of the staff addresses that links lead to, those aside that ask for themselves (`PageLink`). */
const linksIn = (code: string) =>
  [...code.matchAll(/<Link\b[^>]*?\bto=\{([^}]*)\}/g)].flatMap(([, to = '']) =>
    [...to.matchAll(/\bstaffPaths\.(\w+)/g)].map(([, name = '']) => name),
  )

type Import = { file: string; names: string[] }

function importsOf(file: string, code: string): Import[] {
  const found = code.matchAll(/^import (?:(\w+)|\{([^}]*)\}) from '([~.][^']*)'|import\('([~.][^']*)'\)/gm)
  return [...found].flatMap(([, , named, from, lazily]) => {
    const path = from ?? lazily ?? ''
    const base = path.startsWith('~/') ? join(APP, path.slice(2)) : resolve(dirname(file), path)
    const there = [base, `${base}.ts`, `${base}.tsx`].find((one) => /\.tsx?$/.test(one) && existsSync(one))
    const names = named?.split(',').map((name) => name.trim().replace(/ as .*/, '')) ?? ['*']
    const taken = names.filter((name) => name !== '' && !name.startsWith('type '))
    return there?.startsWith(join(APP, 'staff/')) && taken.length > 0 ? [{ file: there, names: taken }] : []
  })
}

/** The parts of a module by their names: of calls each function, of which a page takes a few; of all else the whole. */
function partsOf(file: string, code: string): Map<string, string> {
  if (!file.endsWith('.calls.ts')) return new Map([['*', code]])
  const parts = code.split(/^(?=(?:export )?(?:async )?(?:function|const) )/m)
  return new Map(parts.map((part) => [/(?:function|const) \W?\s*(\w+)/.exec(part)?.[1] ?? '', part]))
}

const uses = (code: string, name: string) => /^\w+$/.test(name) && new RegExp(`\\b${name}\\b`).test(code)

/**
 * What a page calls of the database, by the modules that it is made of, and what it asks for by name before it shows
 * something: in `useMay` and `mayCall`, and in rules, which call nothing themselves. And where its links lead, by the
 * names of `paths`.
 * @param route the module of the page, below `web/app`
 */
export function pageCalls(route: string): Record<'called' | 'asked' | 'led', Set<string>> {
  const called = new Set<string>()
  const asked = new Set<string>()
  const led = new Set<string>()
  const seen = new Set<string>()
  function take(file: string, name: string) {
    const code = source(file)
    const parts = partsOf(file, code)
    const key = parts.has('*') ? '*' : name
    const part = parts.get(key)
    if (part === undefined || seen.has(`${file} ${key}`)) return
    seen.add(`${file} ${key}`)
    const asking = [...part.matchAll(/(?:useMay|mayCall)\(([^)]*)\)/g)].map(([, argument = '']) => argument)
    for (const call of asking.flatMap(callsIn)) asked.add(call)
    for (const call of callsIn(part)) (file.endsWith('.rules.ts') ? asked : called).add(call)
    for (const call of callsOfEdge(part)) called.add(call)
    for (const name of linksIn(part)) led.add(name)
    for (const other of parts.keys()) if (uses(part, other)) take(file, other)
    for (const { file: there, names } of importsOf(file, code)) {
      // The declaration names every call, and asks for none.
      if (there.endsWith('/staff-calls.rules.ts')) continue
      for (const one of names) if (one === '*' || uses(part, one)) take(there, one)
    }
  }
  take(join(APP, route), '*')
  return { called, asked, led }
}
