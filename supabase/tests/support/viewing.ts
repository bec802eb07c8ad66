import { beforeEach } from 'vitest'
import { callAs, errorCode, owner } from './outcome.ts'
import { type Person, registration, signUp, signUpStaff } from './people.ts'
import { database, withStaff } from './staff.ts'

/** How many tests have begun: a part of addresses. */
export let counter = 0
/** A student who learns. */
export let dana: Person
/** Who looks: an admin who is a student too. */
export let viewer: Person & { adminId: string }
export let lesson: { id: string; course_id: string }

/** Gives a test file staff; every test begins with a student, a lesson of theirs and who will look at it. */
export function withViewer(): void {
  withStaff()
  beforeEach(async () => {
    counter += 1
    await owner(database, `update app_settings set value = 'false' where key = 'staff_second_step_for_all'`)
    dana = await signUp(database, `dana${counter}@example.com`)
    viewer = await signUpStaff(database, `viewer${counter}@academy.example`, 'admin', { metadata: registration() })
    const [course] = await owner<{ id: string }>(
      database,
      `insert into courses (title_he, is_published) values ('קורס', true) returning id`,
    )
    const [made] = await owner<{ id: string; course_id: string }>(
      database,
      `insert into lessons (course_id, title_he, duration_seconds, is_published) values ($1, 'שיעור', 100, true) returning id, course_id`,
      [course?.id],
    )
    lesson = made ?? { id: '', course_id: '' }
    await owner(
      database,
      'insert into user_progress (user_id, lesson_id, course_id, progress_seconds) values ($1, $2, $3, 10)',
      [dana.id, lesson.id, lesson.course_id],
    )
    await owner(database, 'insert into bookmarks (user_id, course_id) values ($1, $2)', [dana.id, lesson.course_id])
  })
}

/** What a viewing shows. */
type Viewing = {
  student_id: string
  seconds_left: number
  courses: unknown[]
  bookmarks: unknown[]
}
export const REASON = 'לא מוצאת את השיעור'

export const call = (name: string, values: unknown[] = [], by = viewer.caller) =>
  callAs<unknown>(database, by, name, values).catch(errorCode)
export const begin = (student = dana, reason: string | null = REASON) =>
  call('begin_student_viewing', [student.id, reason])
export const open = (kind: string, id: string, by = viewer.caller) => call('open_viewed_page', [kind, id], by)
export const readViewing = () => call('read_student_viewing') as Promise<Viewing>

/** A value of the type that leads a function as far as it goes. */
export const argument = (type: string, name: string): string => {
  if (type === 'uuid')
    return `'${name.includes('lesson') ? lesson.id : name.includes('course') ? lesson.course_id : dana.id}'`
  if (type === 'jsonb' || type === 'json') return `'[]'`
  if (type === 'boolean') return 'true'
  if (type === 'integer' || type === 'numeric' || type === 'bigint') return '1'
  if (name.includes('email')) return `'viewed@example.com'`
  if (name.includes('phone')) return `'+972541112255'`
  return type === 'text' ? `'סיבה טובה ומספיקה'` : `null::${type}`
}
