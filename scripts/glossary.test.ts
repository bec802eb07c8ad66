import { expect, it } from 'vitest'
import { findRefusedNames, readCeilings } from './glossary.mjs'
import { namesIn, refusedNames, refusedWords, wordsOf } from './lib/glossary.mjs'

it('reads the words in backticks of the last column alone', () => {
  const glossary =
    '| verb | for | not these |\n| --- | --- | --- |\n| report | `x` | `told`, hear, `said` (of `said_at`) |\n'
  expect(refusedWords(glossary)).toEqual(['told', 'said'])
})

it.each([
  ['toldRefusal', ['told', 'refusal']],
  ['MOST_TOLD', ['most', 'told']],
  ['say_whole_fact', ['say', 'whole', 'fact']],
  ['told-refusals.test.ts', ['told', 'refusals', 'test', 'ts']],
])('takes %s apart', (name, words) => {
  expect(wordsOf(name)).toEqual(words)
})

it('finds exported names, file names and the names of SQL, each once', () => {
  const code = 'export const told = 1\nconst said = 2\nexport async function sayIt() {}\n'
  expect(namesIn('web/app/x/y.ts', code)).toEqual(['y.ts', 'told', 'sayIt'])
  const sql =
    'create table private.x (\n  told_at timestamptz\n);\ncreate or replace function private.told() returns int;'
  expect(namesIn('a.sql', sql)).toEqual(['a.sql', 'x', 'told', 'told_at'])
  expect(refusedNames([{ file: 'a.sql', text: sql }], ['told', 'said'])).toEqual(
    new Map([
      ['told', expect.arrayContaining([expect.objectContaining({ name: 'told_at' })])],
      ['said', []],
    ]),
  )
})

const ceilings = readCeilings()
it.each([...findRefusedNames()])(
  'has no further name with "%s" (docs/glossary.md has the word to use)',
  (word, names) => {
    const listed = names.map(({ name, file }) => `${name} in ${file}`).join('\n')
    const ceiling = ceilings[word] ?? 0
    expect(names.length, `${ceiling} names may have it:\n${listed}`).toBeLessThanOrEqual(ceiling)
    expect(names.length, 'fewer: node scripts/glossary.mjs --lower records it').toBe(ceiling)
  },
)
