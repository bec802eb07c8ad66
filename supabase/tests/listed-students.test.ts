import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { owner } from './support/outcome.ts'
import { type Person, signUp } from './support/people.ts'

/** The line of a student in the lists says what the tables say that it is kept from. */

let database: Database
let people: Person[]
beforeAll(async () => {
  database = await openAcademyDatabase()
  people = await Promise.all([0, 1, 2, 3, 4, 5].map((place) => signUp(database, `listed${place}@example.com`)))
  await owner(database, `insert into private.student_tags (name) select 'tag ' || i from generate_series(1, 5) as i`)
})
afterAll(() => database?.close())

const differing = () =>
  owner(
    database,
    `select listed.id, listed.last_learned_on, listed.tags, real.day, real.tags from private.listed_students as listed, lateral (
       select (select max(days.day) from private.learning_days as days where days.user_id = listed.id) as day,
         array(select tagged.tag_id from private.tagged_students as tagged where tagged.student_id = listed.id order by tagged.tag_id) as tags) as real
     where listed.last_learned_on is distinct from real.day or listed.tags <> real.tags`,
  )

/** What changes at once: a day learned, a day deleted for everyone, a tag given, a tag taken. */
const CHANGES: ((turn: number) => [sql: string, values: unknown[]])[] = [
  (turn) => [
    'insert into private.learning_days (day, user_id) values (private.day_of(now()) - $1::integer, $2) on conflict do nothing',
    [turn % 13, people[turn % people.length]?.id],
  ],
  (turn) => ['delete from private.learning_days where day = private.day_of(now()) - $1::integer', [(turn * 7) % 13]],
  (turn) => [
    'insert into private.tagged_students (tag_id, student_id) values ($1, $2) on conflict do nothing',
    [1 + (turn % 5), people[turn % people.length]?.id],
  ],
  (turn) => [
    'delete from private.tagged_students where tag_id = $1 and student_id = $2',
    [1 + ((turn * 3) % 5), people[turn % people.length]?.id],
  ],
]

test('[2.12-05] days and tags that come and go side by side leave every line as a recount has it', async () => {
  for (let round = 0; round < 240; round += 40) {
    // As many at once as the owner's pool has connections.
    const streams = CHANGES.map(async (change) => {
      for (let turn = round; turn < round + 40; turn++) await owner(database, ...change(turn))
    })
    await Promise.all(streams)
    expect(await differing()).toEqual([])
  }
  await owner(database, 'delete from private.student_tags')
  await owner(database, 'delete from private.learning_days')
  expect(await differing()).toEqual([])
})
