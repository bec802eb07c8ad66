import { isDemoAcademy } from './demo-academy.ts'
import type { Writer } from './writer.ts'

type Print = (message: string) => void
/** Who the made-up people are, and the day up to which their year goes: kept, so that they can be told and taken out. */
type People = { seed: number; until: string }

const SETTING = 'demo_people'
const SEED = 1
/** How many there are unless somebody wants another number. */
export const DEMO_STUDENTS = 3000
/** Few enough for the time of one statement, also on a busy machine. */
const AT_ONCE = 25
const THEIRS = '&email=like.*@students.example'

const today = (): string => new Date().toISOString().slice(0, 10)

const readPeople = (writer: Writer) => writer.readSetting<People>(SETTING)

/**
 * Puts made-up students with a year behind them into a demo academy: progress, sign-ins, questions, consents, mails and
 * visits, and a desk with tickets, ready answers and messages. The database makes them, the same ones from the same number and day, and refuses outside of a demo.
 */
export async function seedPeople(writer: Writer, students: number, print: Print): Promise<void> {
  if (students === 0) return
  const people = (await readPeople(writer)) ?? { seed: SEED, until: today() }
  await writer.set({ [SETTING]: people })
  let added = 0
  for (let first = 1; first <= students; first += AT_ONCE) {
    const range = { first, last: Math.min(first + AT_ONCE - 1, students) }
    added += await writer.run<number>('add_demo_people', { ...people, ...range })
  }
  await writer.run('add_demo_visits', people)
  await writer.run('add_demo_desk', people)
  print(`made-up students, marked as demo: ${added} added, ${students - added} were there`)
}

/** Says how many would be added. */
export async function previewPeople(writer: Writer, students: number, print: Print): Promise<void> {
  const known = Math.min(students, await writer.count('users', THEIRS))
  print(`made-up students: would add ${students - known}, would leave ${known} as they are`)
}

/** Takes the made-up students and visits out again, also of an academy that is no demo any more. */
export async function removePeople(writer: Writer, print: Print): Promise<void> {
  const people = (await readPeople(writer)) ?? { seed: SEED, until: today() }
  let removed = 0
  for (let gone = -1; gone !== 0; removed += gone) {
    gone = await writer.run<number>('remove_demo_people', { ...people, most: AT_ONCE })
  }
  print(`made-up students and visits: ${removed} students removed`)
  if (!(await isDemoAcademy(writer))) print('the academy is no demo: no more of them will come')
}
