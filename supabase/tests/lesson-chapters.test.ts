import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { assemble, type Cast } from './support/cast.ts'
import { errorCode, owner } from './support/outcome.ts'

let database: Database
let cast: Cast
beforeAll(async () => {
  database = await openAcademyDatabase()
  cast = await assemble(database)
})
afterAll(() => database?.close())

const keep = (chapters: unknown) =>
  owner(database, 'update lesson_contents set chapters = $1 where lesson_id = $2', [
    JSON.stringify(chapters),
    cast.id.lesson,
  ]).then(() => 'stored', errorCode)

const rising = (count: number) => Array.from({ length: count }, (_, start) => ({ start, title: 'פרק' }))

test.each([
  ['none', []],
  ['one from the start', [{ start: 0, title: 'א' }]],
  [
    'several in order',
    [
      { start: 0, title: 'הכלל' },
      { start: 21, title: 'כמה הוא מדויק' },
    ],
  ],
  ['forty', rising(40)],
  ['a title of 80 characters', [{ start: 0, title: 'א'.repeat(80) }]],
])('chapters may be %s', async (_, chapters) => expect(await keep(chapters)).toBe('stored'))

test.each([
  ['no list', { start: 0, title: 'א' }],
  ['a text in the list', ['א']],
  ['a list in the list', [[{ start: 0, title: 'א' }]]],
  ['a first one that is not the start', [{ start: 3, title: 'א' }]],
  [
    'two at one second',
    [
      { start: 0, title: 'א' },
      { start: 0, title: 'ב' },
    ],
  ],
  [
    'an order that goes back',
    [
      { start: 0, title: 'א' },
      { start: 20, title: 'ב' },
      { start: 10, title: 'ג' },
    ],
  ],
  ['half seconds', [rising(1)[0], { start: 1.5, title: 'א' }]],
  ['a second below 0', [{ start: -1, title: 'א' }]],
  ['a second in words', [{ start: '0', title: 'א' }]],
  ['a second after a day', [rising(1)[0], { start: 86_400, title: 'א' }]],
  ['no second', [{ title: 'א' }]],
  ['no title', [{ start: 0 }]],
  ['an empty title', [{ start: 0, title: '' }]],
  ['a title of spaces', [{ start: 0, title: ' א' }]],
  ['a title of several lines', [{ start: 0, title: 'א\nב' }]],
  ['a title of 81 characters', [{ start: 0, title: 'א'.repeat(81) }]],
  ['more than forty', rising(41)],
])('chapters with %s are refused', async (_, chapters) => expect(await keep(chapters)).toBe('23514'))
