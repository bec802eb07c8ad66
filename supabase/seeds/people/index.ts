import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Runs one statement as the owner of the database, all of them in one session. */
type Query = <Row>(text: string, values?: unknown[]) => Promise<Row[]>

/** Who the made-up people are: a seed, and the day (ISO 8601) up to which their year goes. */
export type People = { seed: number; until: string }

/** Numbers, from which addresses and telephone numbers are made, end here. */
export const MOST_STUDENTS = 20_000
/** Few enough that a running academy does not wait for their rows. */
const AT_ONCE = 50
const FILES = ['students.sql', 'desk.sql', 'visits.sql']

/**
 * Adds made-up students with a year behind them, visits, and a desk with tickets, ready answers and messages.
 * @param folder this one, as the program that runs finds it
 * @returns how many students were added; those that are there stay as they are
 * @throws where the setting `demo_academy` is not true
 */
export async function addPeople(query: Query, folder: string, people: People, students: number): Promise<number> {
  await defineFunctions(query, folder)
  const { seed, until } = people
  let added = 0
  for (let first = 1; first <= students; first += AT_ONCE) {
    const last = Math.min(first + AT_ONCE - 1, students)
    added += await count(query, 'add_people($1, $2, $3, $4)', [seed, until, first, last])
  }
  await count(query, 'add_visits($1, $2)', [seed, until])
  await count(query, 'add_desk($1, $2)', [seed, until])
  return added
}

/** Removes all that {@link addPeople} added, also where the academy is no demo any more. @returns how many students */
export async function removePeople(query: Query, folder: string, { seed, until }: People): Promise<number> {
  await defineFunctions(query, folder)
  let removed = 0
  for (let gone = -1; gone !== 0; ) {
    gone = await count(query, 'remove_people($1, $2, $3)', [seed, until, AT_ONCE])
    removed += gone
  }
  return removed
}

const defineFunctions = (query: Query, folder: string) =>
  query(FILES.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n'))

async function count(query: Query, call: string, values: unknown[]): Promise<number> {
  const [row] = await query<{ count: number }>(`select pg_temp.${call} as count`, values)
  return row?.count ?? 0
}
