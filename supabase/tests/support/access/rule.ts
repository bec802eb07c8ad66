import { type Actor, type Cast, STAFF, STUDENTS } from '../cast.ts'
import type { Outcome, Statement } from '../outcome.ts'

/** One line of the map: who may do what with which row. */
export type Rule = {
  /** Numbers of the specification that the line proves. */
  spec: readonly string[]
  table: string
  operation: 'select' | 'insert' | 'update' | 'delete'
  /** The row, in words. */
  row: string
  statement: (cast: Cast, actor: Actor) => Statement
  yes: readonly Actor[]
  /** What everyone else gets, except as said in `except`. */
  otherwise: Outcome
  except: Partial<Record<Actor, Outcome>>
}

/** Makes a line; without `except`, everyone outside `yes` gets `otherwise`. */
export function rule(line: Omit<Rule, 'except'> & { except?: Rule['except'] }): Rule {
  return { except: {}, ...line }
}

export const SERVICE = ['service_role'] as const
export const MANAGERS = ['super_admin', 'admin', 'service_role'] as const
export const NEWS = ['super_admin', 'admin', 'marketing', 'service_role'] as const
export const EVERYONE: readonly Actor[] = [
  'anonymous',
  ...STUDENTS,
  ...STAFF,
  'deactivatedStaff',
  'expiredStaff',
  'unverifiedStaff',
  'superAdminWithoutApp',
  'service_role',
]
export const STRANGER = { anonymous: 'denied' } as const

export const read =
  (table: string, key: string, pick = 'id') =>
  (cast: Cast): Statement => ({
    sql: `select 1 from ${table} where ${pick} = $1`,
    values: [cast.id[key] ?? key],
  })
export const change =
  (table: string, key: string, set: string, pick = 'id') =>
  (cast: Cast): Statement => ({
    sql: `update ${table} set ${set} where ${pick} = $1`,
    values: [cast.id[key] ?? key],
  })
export const remove =
  (table: string, key: string, pick = 'id') =>
  (cast: Cast): Statement => ({
    sql: `delete from ${table} where ${pick} = $1`,
    values: [cast.id[key] ?? key],
  })
/** The id of the actor's own account; of the student's where the actor has none. */
export const self = (cast: Cast, actor: Actor): string =>
  actor === 'anonymous' || actor === 'service_role' ? cast.person('student').id : cast.person(actor).id
export const ownKey = (prefix: string, actor: Actor) =>
  `${prefix}:${(STUDENTS as readonly string[]).includes(actor) ? actor : 'student'}`

/** The rows of a table; `pick` is the column that names one, `id` unless said. */
type Rows = Pick<Rule, 'spec' | 'table'> & { pick?: string }

/** Read, insert, update and delete rules of a table that visitors read and only the server, or a function, writes. */
export function published({
  shown,
  insert,
  set,
  pick,
  ...rows
}: Rows & { shown: string; insert: Rule['statement']; set: string }): Rule[] {
  const { table } = rows
  const row = 'a published row'
  const written = { ...rows, yes: SERVICE, otherwise: 'denied' } as const
  return [
    rule({ ...rows, operation: 'select', row, statement: read(table, shown, pick), yes: EVERYONE, otherwise: 'none' }),
    rule({ ...written, operation: 'insert', row: 'a new row', statement: insert }),
    rule({ ...written, operation: 'update', row, statement: change(table, shown, set, pick) }),
    rule({ ...written, operation: 'delete', row, statement: remove(table, shown, pick) }),
  ]
}

/** As `published`, but rows with work of students are deleted by nobody. */
export function kept({ spare, ...rows }: Parameters<typeof published>[0] & { spare: string }): Rule[] {
  const { spec, table, shown } = rows
  const gone = { spec, table, operation: 'delete', otherwise: 'denied' } as const
  return [
    ...published(rows).filter(({ operation }) => operation !== 'delete'),
    rule({
      ...{ ...gone, row: 'a row with work of students', yes: [], statement: remove(table, shown) },
      except: { service_role: 'STUDENT_WORK_STANDS' },
    }),
    rule({ ...gone, row: 'a row without work of students', yes: SERVICE, statement: remove(table, spare) }),
  ]
}

/** The rules of a table, or of columns, that only the server writes. */
export function serverOnly({ key, insert, set, pick, ...rows }: Rows & { key: string; insert: string; set: string }) {
  const { table } = rows
  const written = { ...rows, yes: SERVICE, otherwise: 'denied' } as const
  return [
    rule({ ...written, operation: 'insert', row: 'a new row', statement: () => ({ sql: insert }) }),
    rule({ ...written, operation: 'update', row: 'a row', statement: change(table, key, set, pick) }),
    rule({ ...written, operation: 'delete', row: 'a row', statement: remove(table, key, pick) }),
  ]
}

/** The rule of a row that only some may read; for all others it is not there. */
export function hidden({
  key,
  pick,
  ...line
}: Rows & Pick<Rule, 'row' | 'yes'> & { key: string; except?: Rule['except'] }): Rule {
  return rule({ ...line, operation: 'select', statement: read(line.table, key, pick), otherwise: 'none' })
}

export function ownEmail(cast: Cast, actor: Actor): string {
  return actor === 'anonymous' || actor === 'service_role' ? cast.person('student').email : cast.person(actor).email
}
