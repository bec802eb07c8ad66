import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const packageFolder = fileURLToPath(new URL('..', import.meta.url))
const page = (name: string) => readFileSync(join(packageFolder, 'docs', name), 'utf8')

/** The package's own folders, and those of the repository around it that cite its pages. */
const FOLDERS = [
  'src',
  'test',
  'sql',
  'bench',
  'docs',
  '../server/src',
  '../supabase',
  '../web/app',
  '../e2e',
  '../scripts',
]
const SOURCE = /(?<!citations\.test)\.(ts|tsx|mjs|sql|md)$/
/** `protocol 2.4`, `protocol 2.4, 2.9`, `protocol 2.4 to 2.6`, `protocol section 3`; a line may break before the number. */
const SECTION = /\bprotocol(?: section)?[\s/*-]+(\d+(?:\.\d+)?(?:(?:, | to | and )\d+\.\d+)*)/g
/** `(T3)`, `(T20, T21)`, `as in T14`: no type parameter and no time of day. */
const THREAT = /(?<=[\s("])T\d+(?=[\s,).;:]|$)(?!:)/gm

type Citation = { file: string; number: string }

const files = FOLDERS.flatMap((folder) => {
  const path = join(packageFolder, folder)
  if (!existsSync(path)) return []
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' })
  return names.filter((name) => SOURCE.test(name) && !/node_modules|build\//.test(name)).map((name) => join(path, name))
})

const cited = (find: (text: string) => string[]): Citation[] =>
  files.flatMap((file) => find(readFileSync(file, 'utf8')).map((number) => ({ file, number })))

const unresolved = (citations: Citation[], known: Set<string>) => citations.filter(({ number }) => !known.has(number))

describe('a number that is cited stands on its page', () => {
  test('sections of the protocol', () => {
    const known = new Set(
      [...page('protocol.md').matchAll(/^##+ (\d+(?:\.\d+)?)\.? /gm)].map(([, number = '']) => number),
    )
    const citations = cited((text) =>
      [...text.matchAll(SECTION)].flatMap(([, numbers = '']) => numbers.match(/\d+(\.\d+)?/g) ?? []),
    )
    expect(unresolved(citations, known)).toEqual([])
    expect(citations.length).toBeGreaterThan(30)
  })

  test('threats', () => {
    const known = new Set([...page('threats.md').matchAll(/^- \*\*(T\d+) /gm)].map(([, number = '']) => number))
    const citations = cited((text) => text.match(THREAT) ?? [])
    expect(unresolved(citations, known)).toEqual([])
    expect(citations.length).toBeGreaterThan(10)
  })
})

test('every difference from Supabase names a test that is there', () => {
  const table = page('protocol.md').split('\n## 6. ')[1] ?? ''
  const rows = table.split('\n').filter((line) => /^\| (?!what|---)/.test(line))
  expect(rows.length).toBeGreaterThan(25)
  for (const row of rows) {
    const files = [...row.matchAll(/`([\w/-]+\.test\.ts)`/g)].map(([, file = '']) => file)
    const roots = ['test', '.', '..'].map((folder) => join(packageFolder, folder))
    const found = files.filter((file) => roots.some((root) => existsSync(join(root, file))))
    expect([row, found]).toEqual([row, files.length > 0 ? files : ['a test']])
  }
})
