import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.sql', '*.md'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && file !== 'docs/product.md')
const texts = files.map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }))

/** Where each number that `pattern` finds is cited. */
function cited(pattern: RegExp): Map<string, string> {
  const places = new Map<string, string>()
  for (const { file, text } of texts) for (const [, number = ''] of text.matchAll(pattern)) places.set(number, file)
  return places
}

it('cites no number of the specification that docs/product.md has no rule for', () => {
  const rules = new Set(
    [...readFileSync(join(ROOT, 'docs/product.md'), 'utf8').matchAll(/\[(\d(?:\.\d+)?-\d\d)\]/g)].map(
      ([, number]) => number,
    ),
  )
  const numbers = cited(/\[(\d(?:\.\d+)?-\d\d)\]/g)
  expect(rules.size).toBeGreaterThan(300)
  expect(numbers.size).toBeGreaterThan(200)
  expect([...numbers].filter(([number]) => !rules.has(number))).toEqual([])
})

it('cites no decision that is not there', () => {
  const decisions = new Set(readdirSync(join(ROOT, 'docs/decisions')).map((name) => name.slice(0, 4)))
  const numbers = cited(/(?:[Dd]ecisions? |[Dd]ecisions? 00\d\d(?: and|,) |\()(00\d\d)\b/g)
  expect(numbers.size).toBeGreaterThan(10)
  expect([...numbers].filter(([number]) => !decisions.has(number))).toEqual([])
})
