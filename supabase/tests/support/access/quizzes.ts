import { EVERYONE, hidden, MANAGERS, type Rule, read, rule, serverOnly } from './rule.ts'

const VERSION = `insert into quiz_versions (quiz_id, version, title_he, pass_percent, question_count)`

/** Tests: everyone reads what a published one is about, managers the others, and only the server writes. */
export const QUIZZES: Rule[] = [
  ...['quizzes', 'quiz_versions'].flatMap((table) => {
    const rows = { spec: ['1-01', '6-20'], table, pick: table === 'quizzes' ? 'id' : 'quiz_id' }
    return [
      rule({
        ...rows,
        operation: 'select',
        row: 'a published test',
        statement: read(table, 'quiz', rows.pick),
        yes: EVERYONE,
        otherwise: 'none',
      }),
      hidden({ ...rows, row: 'a draft', key: 'draftQuiz', yes: MANAGERS }),
      hidden({ ...rows, row: 'a published test of a draft course', key: 'quizOfDraft', yes: MANAGERS }),
      hidden({ ...rows, row: 'a published test of a draft lesson', key: 'quizOfDraftLesson', yes: MANAGERS }),
    ]
  }),
  rule({
    spec: ['1-01'],
    table: 'quiz_versions',
    operation: 'select',
    row: 'a version of earlier',
    statement: (cast) => ({
      sql: 'select 1 from quiz_versions where quiz_id = $1 and version = 1',
      values: [cast.id.quiz],
    }),
    yes: MANAGERS,
    otherwise: 'none',
  }),
  ...serverOnly({
    spec: ['6-07'],
    table: 'quizzes',
    key: 'draftQuiz',
    insert: `insert into quizzes (course_id) select id from courses limit 1`,
    set: 'order_index = 9',
  }),
  ...serverOnly({
    spec: ['6-07'],
    table: 'quiz_versions',
    key: 'draftQuiz',
    pick: 'quiz_id',
    insert: `${VERSION} select id, 9, 'מבחן', 70, 1 from quizzes limit 1`,
    set: 'pass_percent = 1',
  }).map((line) =>
    line.operation === 'update' ? { ...line, yes: [], except: { service_role: 'QUIZ_VERSION_STANDS' } } : line,
  ),
]
