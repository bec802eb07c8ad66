import { join } from 'node:path'
import { changeDatabase, type RunQuery } from 'embedded-supabase'
import { addPeople, MOST_STUDENTS, type People, removePeople } from '../../../supabase/seeds/people/index.ts'
import type { Config } from '../config.ts'
import { isDemoAcademy } from './demo-academy.ts'
import type { Writer } from './writer.ts'

type Print = (message: string) => void

const SETTING = 'demo_people'
const SEED = 1
/** How many there are unless somebody wants another number. */
export const DEMO_STUDENTS = 3000
const THEIRS = '&email=like.*@students.example'
const WITHOUT_OWNER =
  'made-up students need the owner of the database: set DATABASE_URL of the project beside SUPABASE_URL'

/** Stored, so that the same ones are added to and removed. */
const readPeople = async (writer: Writer): Promise<People> =>
  (await writer.readSetting<People>(SETTING)) ?? { seed: SEED, until: new Date().toISOString().slice(0, 10) }

/** @throws where there are no numbers for so many */
export function refuseNumber(students: number): void {
  if (students > MOST_STUDENTS) throw new Error(`There are at most ${MOST_STUDENTS} made-up students`)
}

/**
 * Adds made-up students to a demo academy, over a connection of the database's owner: that of the data folder or
 * DATABASE_URL. With a Supabase project and no DATABASE_URL it adds none.
 */
export async function seedPeople(writer: Writer, config: Config, students: number, print: Print): Promise<void> {
  if (students === 0) return
  if (!hasOwner(config)) return print(`${WITHOUT_OWNER}; none was added`)
  const people = await readPeople(writer)
  await writer.set({ [SETTING]: people })
  const added = await asOwner(config, (query, folder) => addPeople(query, folder, people, students))
  print(`made-up students, marked as demo: ${added} added, ${students - added} were there`)
}

/** Says how many would be added. */
export async function previewPeople(writer: Writer, students: number, print: Print): Promise<void> {
  const known = Math.min(students, await writer.count('users', THEIRS))
  print(`made-up students: would add ${students - known}, would leave ${known} as they are`)
}

/** Removes the made-up students, visits and desk, also of an academy that is no demo any more. */
export async function removeDemoPeople(writer: Writer, config: Config, print: Print): Promise<void> {
  if (!hasOwner(config)) throw new Error(WITHOUT_OWNER)
  const people = await readPeople(writer)
  const removed = await asOwner(config, (query, folder) => removePeople(query, folder, people))
  print(`made-up students and visits: ${removed} students removed`)
  if (!(await isDemoAcademy(writer))) print('the academy is no demo: no more of them will come')
}

const hasOwner = ({ remoteSupabase, databaseUrl }: Config) => !remoteSupabase || databaseUrl !== undefined

async function asOwner(config: Config, run: (query: RunQuery, folder: string) => Promise<number>): Promise<number> {
  const folder = join(config.projectDirectory, 'seeds', 'people')
  const count = await changeDatabase(config, (query) => run(query, folder))
  if (count === undefined) throw new Error(`There is no database in ${config.dataDirectory}`)
  return count
}
