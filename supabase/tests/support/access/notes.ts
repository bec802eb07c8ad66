import { change, ownKey, type Rule, read, remove, rule, SERVICE, STRANGER, self } from './rule.ts'

const OWNERS = ['student', 'otherStudent', ...SERVICE] as const

const insert =
  (user: (...args: Parameters<Rule['statement']>) => string, lesson: string, course = 'course'): Rule['statement'] =>
  (cast, actor) => ({
    sql: `insert into lesson_notes (user_id, lesson_id, course_id, position_seconds, body) values ($1, $2, $3, 5, 'לזכור')`,
    values: [user(cast, actor), cast.id[lesson], cast.id[course]],
  })

/** Notes: active students with a verified email write and read their own, and nobody else does. */
export const NOTES: Rule[] = [
  rule(
    '6-04',
    'lesson_notes',
    'select',
    'a note of a student',
    read('lesson_notes', 'note:student'),
    ['student', ...SERVICE],
    'none',
    STRANGER,
  ),
  rule(
    '6-04',
    'lesson_notes',
    'select',
    'the own note',
    (cast, actor) => read('lesson_notes', ownKey('note', actor))(cast),
    OWNERS,
    'none',
    STRANGER,
  ),
  rule('6-05', 'lesson_notes', 'insert', 'the own note', insert(self, 'lesson'), OWNERS, 'denied'),
  rule(
    '6-04',
    'lesson_notes',
    'insert',
    'a note in the name of a student',
    insert((cast) => cast.person('student').id, 'lesson'),
    ['student', ...SERVICE],
    'denied',
  ),
  rule('6-04', 'lesson_notes', 'insert', 'the own note on a draft', insert(self, 'draftLesson'), SERVICE, 'denied'),
  rule(
    '6-04',
    'lesson_notes',
    'insert',
    'the own note on a lesson of a draft',
    insert(self, 'lessonOfDraft', 'draftCourse'),
    SERVICE,
    'denied',
  ),
  rule(
    '6-04',
    'lesson_notes',
    'update',
    'a note of a student',
    change('lesson_notes', 'note:student', `body = 'אחר'`),
    ['student', ...SERVICE],
    'none',
    STRANGER,
  ),
  rule(
    '6-04',
    'lesson_notes',
    'update',
    'all notes at once',
    () => ({ sql: `update lesson_notes set body = 'אחר'` }),
    OWNERS,
    'none',
    STRANGER,
  ),
  rule(
    '6-04',
    'lesson_notes',
    'update',
    'the time of its making',
    change('lesson_notes', 'note:student', 'created_at = now()'),
    SERVICE,
    'denied',
  ),
  rule(
    '6-04',
    'lesson_notes',
    'delete',
    'a note of a student',
    remove('lesson_notes', 'note:student'),
    ['student', ...SERVICE],
    'none',
    STRANGER,
  ),
  rule(
    '6-04',
    'lesson_notes',
    'delete',
    'all notes at once',
    () => ({ sql: 'delete from lesson_notes' }),
    OWNERS,
    'none',
    STRANGER,
  ),
]
