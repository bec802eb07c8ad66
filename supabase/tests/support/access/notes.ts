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
  rule({
    spec: ['6-04'],
    table: 'lesson_notes',
    operation: 'select',
    row: 'a note of a student',
    statement: read('lesson_notes', 'note:student'),
    yes: ['student', ...SERVICE],
    otherwise: 'none',
    except: STRANGER,
  }),
  rule({
    spec: ['6-04'],
    table: 'lesson_notes',
    operation: 'select',
    row: 'their own note',
    statement: (cast, actor) => read('lesson_notes', ownKey('note', actor))(cast),
    yes: OWNERS,
    otherwise: 'none',
    except: STRANGER,
  }),
  rule({
    spec: ['6-05'],
    table: 'lesson_notes',
    operation: 'insert',
    row: 'their own note',
    statement: insert(self, 'lesson'),
    yes: OWNERS,
    otherwise: 'denied',
  }),
  rule({
    spec: ['6-04'],
    table: 'lesson_notes',
    operation: 'insert',
    row: 'a note in the name of a student',
    statement: insert((cast) => cast.person('student').id, 'lesson'),
    yes: ['student', ...SERVICE],
    otherwise: 'denied',
  }),
  rule({
    spec: ['6-04'],
    table: 'lesson_notes',
    operation: 'insert',
    row: 'their own note on a draft',
    statement: insert(self, 'draftLesson'),
    yes: SERVICE,
    otherwise: 'denied',
  }),
  rule({
    spec: ['6-04'],
    table: 'lesson_notes',
    operation: 'insert',
    row: 'their own note on a lesson of a draft',
    statement: insert(self, 'lessonOfDraft', 'draftCourse'),
    yes: SERVICE,
    otherwise: 'denied',
  }),
  rule({
    spec: ['6-04'],
    table: 'lesson_notes',
    operation: 'update',
    row: 'a note of a student',
    statement: change('lesson_notes', 'note:student', `body = 'אחר'`),
    yes: ['student', ...SERVICE],
    otherwise: 'none',
    except: STRANGER,
  }),
  rule({
    spec: ['6-04'],
    table: 'lesson_notes',
    operation: 'update',
    row: 'all notes at once',
    statement: () => ({ sql: `update lesson_notes set body = 'אחר'` }),
    yes: OWNERS,
    otherwise: 'none',
    except: STRANGER,
  }),
  rule({
    spec: ['6-04'],
    table: 'lesson_notes',
    operation: 'update',
    row: 'the time of its making',
    statement: change('lesson_notes', 'note:student', 'created_at = now()'),
    yes: SERVICE,
    otherwise: 'denied',
  }),
  rule({
    spec: ['6-04'],
    table: 'lesson_notes',
    operation: 'delete',
    row: 'a note of a student',
    statement: remove('lesson_notes', 'note:student'),
    yes: ['student', ...SERVICE],
    otherwise: 'none',
    except: STRANGER,
  }),
  rule({
    spec: ['6-04'],
    table: 'lesson_notes',
    operation: 'delete',
    row: 'all notes at once',
    statement: () => ({ sql: 'delete from lesson_notes' }),
    yes: OWNERS,
    otherwise: 'none',
    except: STRANGER,
  }),
]
