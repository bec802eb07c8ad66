import type { Act } from '../../../web/app/course/progress/test-server.ts'
import type { Outcome } from '../../../web/app/course/progress/test-world.ts'
import { callAs, owner } from './outcome.ts'
import { database, student, write } from './watching.ts'

/** The lessons of a history, by its own numbers, and their course. */
type Place = { lessons: string[]; home: string }

const iso = (ms: number) => new Date(ms).toISOString()

/** An act of the person; the database notes its own time, the history needs that of its story. */
async function perform({ do: what, lesson: index, at }: Act, { lessons, home }: Place): Promise<void> {
  if (what === 'reset') {
    await callAs(database, student.caller, 'reset_course_progress', [home])
    const sql = 'update private.progress_resets set reset_at = $1 where lesson_id = any ($2)'
    await owner(database, sql, [iso(at), lessons])
    return
  }
  await callAs(database, student.caller, 'set_lesson_completed', [lessons[index], what === 'mark'])
  if (what === 'mark') return
  const sql = `update private.progress_resets set taken_back_at[cardinality(taken_back_at)] = $1 where lesson_id = $2`
  await owner(database, sql, [iso(at), lessons[index]])
}

/** Lets what the browsers of a history sent, and what its person did, reach the database in their order. */
export async function replay({ log }: Outcome, place: Place): Promise<void> {
  for (const one of log) {
    if ('at' in one) await perform(one, place)
    else {
      const rows = one.updates.map((update) => ({
        ...update,
        user_id: student.id,
        lesson_id: place.lessons[Number(update.lesson_id)],
        course_id: place.home,
      }))
      if (one.byBeacon) await callAs(database, student.caller, 'save_progress', [JSON.stringify(rows)])
      else
        for (const row of rows)
          await write({ ...row, watched_pieces: row.watched_pieces && JSON.stringify(row.watched_pieces) })
    }
  }
}
