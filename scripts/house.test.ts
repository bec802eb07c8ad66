import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import faces from '../web/app/faces.json' with { type: 'json' }

const APP = fileURLToPath(new URL('../web/app/', import.meta.url))
const MAP = fileURLToPath(new URL('../ARCHITECTURE.md', import.meta.url))
const files = readdirSync(APP, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.(tsx?|css)$/.test(file))
const sources = files
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file))
  .map((file) => ({ file, text: readFileSync(join(APP, file), 'utf8') }))

it('keeps every file in an idea of one of the areas, but for the few at the top', () => {
  expect(files.length).toBeGreaterThan(400)
  const areas = new Set(['shared', ...Object.keys(faces)])
  const misplaced = files.filter((file) => {
    const [area, idea] = file.split('/')
    return file.includes('/') && !(areas.has(area ?? '') && idea && file.split('/').length === 3)
  })
  expect(misplaced).toEqual([])
  expect(files.filter((file) => !file.includes('/')).length).toBeLessThan(12)
})

it('has every idea on the map of the web application, and no other in its drawing', () => {
  const [, map = ''] = /## The web application\n([\s\S]*?)\n## /.exec(readFileSync(MAP, 'utf8')) ?? []
  const ideas = new Set(files.filter((file) => file.split('/').length === 3).map((file) => file.split('/')[1] ?? ''))
  const named = new Set(map.match(/[a-z]+(?:-[a-z]+)*/g))
  expect([...ideas].filter((idea) => !named.has(idea))).toEqual([])
  const drawn = [...(map.split('```')[1] ?? '').matchAll(/(?<![.a-z-])[a-z-]+(?=,)|(?<=, )[a-z-]+(?![.a-z-])/g)]
  expect(drawn.length).toBeGreaterThan(40)
  expect(drawn.map(([idea]) => idea).filter((idea) => !ideas.has(idea))).toEqual([])
})

it('names nothing in a face that no other area imports', () => {
  const imported = new Set(
    sources.flatMap(({ file, text }) =>
      [...text.matchAll(/['"]~\/([^'"]+)['"]/g)]
        .map(([, path = '']) => path)
        .filter((path) => file.split('/')[0] !== path.split('/')[0]),
    ),
  )
  const unused = Object.entries(faces).flatMap(([area, names]) =>
    names.map((name) => `${area}/${name}`).filter((path) => !imported.has(path.replace(/\.tsx?$/, ''))),
  )
  expect(unused).toEqual([])
})

it('exports no name twice for two things', () => {
  const places = new Map<string, string[]>()
  for (const { file, text } of sources) {
    if (/\.route\.tsx?$|entry\.|routes\.ts$/.test(file)) continue
    for (const [, name = ''] of text.matchAll(/^export (?:async )?(?:function|const|type|class) ([A-Za-z]\w*)/gm))
      places.set(name, [...(places.get(name) ?? []), file])
  }
  expect(places.size).toBeGreaterThan(500)
  expect([...places].filter(([, where]) => where.length > 1)).toEqual([])
})

it('writes into the cache of what was read in one place, which keeps a read that began before from coming over it', () => {
  const writing = sources.filter(({ text }) => /\bsetQuer(?:y|ies)Data\b/.test(text)).map(({ file }) => file)
  expect(writing).toEqual(['shared/client/put-newer.ts'])
})

const PHYSICAL_CLASS =
  /(?<![\w-])-?(?:m[lr]|p[lr]|left|right|border-[lr]|rounded-(?:[lr]|[tb][lr])|scroll-[mp][lr]|text-(?:left|right)|float-(?:left|right))(?:-[\w[\]/.%(),]+)?(?![\w-])/
const PHYSICAL_PROPERTY =
  /^\s*(?:(?:margin|padding|border)-(?:left|right)[\w-]*|left|right)\s*:|text-align:\s*(?:left|right)/m
/** The timeline of the player runs from left to right; the toasts stand at the bottom right [1-05]. */
const PHYSICAL_ON_PURPOSE = /player\/timeline\.tsx$|ui\/toaster\.css$/

function physicalNames(file: string): string[] {
  const source = readFileSync(join(APP, file), 'utf8')
  if (file.endsWith('.css')) return PHYSICAL_PROPERTY.test(source) ? [file] : []
  return [...source.matchAll(/className=(?:"([^"]*)"|\{([^}]*)\})|'([^'\n]*)'/g)]
    .flatMap((match) => (match[1] ?? match[2] ?? match[3] ?? '').split(/[\s'"`]+/))
    .filter((name) => PHYSICAL_CLASS.test(name.split(':').at(-1) ?? '') && /^-?[a-z-]+-/.test(name))
    .map((name) => `${file}: ${name}`)
}

it('names no physical side in a class or style outside the timeline of the player', () => {
  const styled = files.filter(
    (file) => /\.(tsx|css)$/.test(file) && !/\.test\./.test(file) && !PHYSICAL_ON_PURPOSE.test(file),
  )
  expect(styled.length).toBeGreaterThan(100)
  expect(styled.flatMap(physicalNames)).toEqual([])
})
