import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { archivedDecisions, citedDecisions } from './lib/citations.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const DECISIONS = join(ROOT, 'docs/decisions')
/** A page of a decision, and a paragraph of docs/product.md. */
const PAGE_WORDS = 520
const PARAGRAPH_CHARACTERS = 600

const product = readFileSync(join(ROOT, 'docs/product.md'), 'utf8')
const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.cjs', '*.sql', '*.md', '*.sh', '*.yml'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && file !== 'scripts/citations.test.ts')
const texts = files.map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }))

const archived = archivedDecisions(readFileSync(join(DECISIONS, 'archive.md'), 'utf8'))
const records = readdirSync(DECISIONS)
  .filter((file) => /^\d{4}-/.test(file))
  .map((file) => ({ file, number: file.slice(0, 4), text: readFileSync(join(DECISIONS, file), 'utf8') }))
const titleOf = (text: string) => text.split('\n')[0]?.slice('# 0000 '.length) ?? ''

/** Where each number that `find` finds is cited. */
function cited(find: (text: string) => string[]): Map<string, string> {
  const places = new Map<string, string>()
  for (const { file, text } of texts) for (const number of find(text)) places.set(number, file)
  return places
}

it('cites no number of the specification that docs/product.md has no rule for', () => {
  const NUMBER = /\[(\d(?:\.\d+)?-\d\d)\]/g
  const numbersIn = (text: string) => [...text.matchAll(NUMBER)].map(([, number = '']) => number)
  const rules = new Set(numbersIn(product))
  const numbers = cited(numbersIn)
  expect(rules.size).toBeGreaterThan(300)
  expect(numbers.size).toBeGreaterThan(200)
  expect([...numbers].filter(([number]) => !rules.has(number))).toEqual([])
})

it.each([
  ['as decided (decision 0056), see', ['0056']],
  ['Decisions 0016, 0020 and 0026', ['0016', '0020', '0026']],
  ['for ten seconds (0006, 0024)', ['0006', '0024']],
  ['[decision 0151](../decisions/0151-rate-limits.md)', ['0151']],
  ['mode (0700), call (0501234567), in 0042 ms', []],
])('finds the decisions that are cited in "%s"', (text, numbers) => {
  expect(citedDecisions(text)).toEqual(numbers)
})

it('leads from each cited decision to a record or a line of the archive', () => {
  const known = new Set([...records, ...archived].map(({ number }) => number))
  const numbers = cited(citedDecisions)
  expect(numbers.size).toBeGreaterThan(60)
  expect([...numbers].filter(([number]) => !known.has(number))).toEqual([])
})

it('keeps each decision once, and leads from the archive to records only', () => {
  const numbers = [...records, ...archived].map(({ number }) => number)
  expect(archived.length).toBeGreaterThan(80)
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([])
  const names = new Set(records.map(({ file }) => file))
  expect(archived.flatMap((line) => line.records).filter((file) => !names.has(file))).toEqual([])
})

it('holds each record to a page, under a heading with its number and subject', () => {
  expect(records.filter(({ text, number }) => !text.startsWith(`# ${number} `) || titleOf(text).length < 10)).toEqual(
    [],
  )
  expect(records.filter(({ text }) => text.split(/\s+/).length > PAGE_WORDS).map(({ file }) => file)).toEqual([])
})

it('has each record once in the index, with its title', () => {
  const index = readFileSync(join(DECISIONS, 'README.md'), 'utf8')
  const listed = [...index.matchAll(/^- \[(\d{4})\]\(([^)]+)\) (.+)$/gm)].map(([, ...entry]) => entry)
  expect(listed.sort()).toEqual(records.map(({ number, file, text }) => [number, file, titleOf(text)]).sort())
})

it('has no line in docs/product.md that is longer than a paragraph', () => {
  const long = product.split('\n').filter((line) => line.length > PARAGRAPH_CHARACTERS)
  expect(long.map((line) => line.slice(0, 60))).toEqual([])
})
