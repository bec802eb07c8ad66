import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findFunctions } from './find.ts'
import { readImportMap } from './import-map.ts'

const project = mkdtempSync(join(tmpdir(), 'import-maps-'))
afterAll(() => rmSync(project, { recursive: true, force: true }))
const folder = join(project, 'functions')

const write = (name: string, text: string) => {
  const file = join(project, name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  return file
}

test('the nearest file counts, up to the one that all functions share', () => {
  write('functions/deno.json', '{ "imports": { "shared/": "./_shared/", "zod": "npm:zod@4" } }')
  write('functions/own/deno.jsonc', '{ // own\n "imports": { "shared/": "./lib/", /* */ "a": "b // c", }, }')
  write('functions/old/import_map.json', '{ "imports": { "x": "../y.ts" } }')
  write('functions/named/deno.json', '{ "importMap": "../../maps/all.json" }')
  const maps = write('maps/all.json', '{ "imports": { "z": "./z.ts" } }')
  const mapOf = (entry: string, chosen?: string) => readImportMap(join(folder, entry), folder, chosen)
  const shared = { 'shared/': join(folder, '_shared/'), zod: 'npm:zod@4' }
  expect([mapOf('plain/index.ts'), mapOf('plain/deep/down/index.ts')]).toEqual([shared, shared])
  expect(readImportMap(join(project, 'elsewhere/index.ts'), folder)).toEqual(shared)
  expect(mapOf('own/index.ts')).toEqual({ 'shared/': join(folder, 'own/lib/'), a: 'b // c' })
  expect(mapOf('old/index.ts')).toEqual({ x: join(folder, 'y.ts') })
  expect([mapOf('named/index.ts'), mapOf('own/index.ts', maps)]).toEqual(
    Array(2).fill({ z: join(project, 'maps/z.ts') }),
  )
  write('functions/broken/deno.json', '{')
  expect(() => mapOf('broken/index.ts')).toThrow(join(folder, 'broken/deno.json'))
})

test('a function is loaded with the map of all, or the one that config.toml names', async () => {
  write('functions/_shared/words.ts', `export const word: string = 'shared'`)
  write('special/words.ts', `export const word = 'special'`)
  write('special/map.json', '{ "imports": { "shared/": "./" } }')
  for (const name of ['first', 'second'])
    write(
      `functions/${name}/index.ts`,
      `import { word } from 'shared/words.ts'\nexport const handler = () => new Response(word)`,
    )
  write('config.toml', '[functions.second]\nimport_map = "./special/map.json"\n')
  const found = findFunctions(project)
  const answered = async (name: string) => {
    const loaded = (await found[name]?.load()) as { handler(): Response } | undefined
    return loaded?.handler().text()
  }
  expect([await answered('first'), await answered('second')]).toEqual(['shared', 'special'])
})
