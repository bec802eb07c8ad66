import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { styleElements } from './style-elements-plugin.ts'

const SONNER = createRequire(import.meta.url)
  .resolve('sonner')
  .replace(/\.js$/, '.mjs')

/** The scripts that a browser would get for a module of this code. */
async function scriptsOf(code: string): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), 'style-elements-'))
  try {
    const input = join(root, 'entry.js')
    writeFileSync(input, code)
    const plugins = [styleElements()]
    const built = await build({
      root,
      configFile: false,
      logLevel: 'silent',
      plugins,
      build: { write: false, rolldownOptions: { input, preserveEntrySignatures: 'strict' } },
    })
    const outputs = Array.isArray(built) ? built : 'output' in built ? [built] : []
    return outputs.flatMap(({ output }) => output.map((file) => (file.type === 'chunk' ? file.code : ''))).join('\n')
  } finally {
    rmSync(root, { recursive: true })
  }
}

test.each([
  "document.head.append(document.createElement('style'))",
  'const make = (d) => d.createElement("style"); globalThis.made = make(document)',
])('a module that makes a style element ends the build: %s', async (code) => {
  await expect(scriptsOf(code)).rejects.toThrow(/forbids the style elements of .*entry\.js/)
})

test('toasts bring no style sheet of their own, and other modules pass', async () => {
  const scripts = await scriptsOf(`export { Toaster } from ${JSON.stringify(SONNER)}; document.createElement('span')`)
  const known = ['data-sonner-toaster', 'createElement(`style`)', '.sonner-loader[']
  expect(known.filter((part) => scripts.includes(part))).toEqual(['data-sonner-toaster'])
})
