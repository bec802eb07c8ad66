import { type Actor, type Cast, STAFF, STUDENTS } from '../cast.ts'
import type { Outcome, Statement } from '../outcome.ts'

/** One line of the map: who may do what with which row. */
export type Rule = {
  /** Numbers of the specification that the line proves. */
  spec: string
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

/** Makes a line; `otherwise` is what everyone outside `yes` gets, except as said in `except`. */
export function rule(
  spec: string,
  table: string,
  operation: Rule['operation'],
  row: string,
  statement: Rule['statement'],
  yes: readonly Actor[],
  otherwise: Outcome,
  except: Rule['except'] = {},
): Rule {
  return { spec, table, operation, row, statement, yes, otherwise, except }
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

/** Read, insert, update and delete rules of a table that visitors read and managers write. */
export function published(
  spec: string,
  table: string,
  shown: string,
  insert: (cast: Cast) => Statement,
  set: string,
  managers: readonly Actor[],
  pick = 'id',
): Rule[] {
  return [
    rule(spec, table, 'select', 'a published row', read(table, shown, pick), EVERYONE, 'none'),
    rule(spec, table, 'insert', 'a new row', insert, managers, 'denied'),
    rule(spec, table, 'update', 'a published row', change(table, shown, set, pick), managers, 'none', STRANGER),
    rule(spec, table, 'delete', 'a published row', remove(table, shown, pick), managers, 'none', STRANGER),
  ]
}
/** The rules of a table, or of columns, that only the server writes. */
export function serverOnly(spec: string, table: string, key: string, insert: string, set: string, pick = 'id'): Rule[] {
  return [
    rule(spec, table, 'insert', 'a new row', () => ({ sql: insert }), SERVICE, 'denied'),
    rule(spec, table, 'update', 'a row', change(table, key, set, pick), SERVICE, 'denied'),
    rule(spec, table, 'delete', 'a row', remove(table, key, pick), SERVICE, 'denied'),
  ]
}
export const hidden = (
  spec: string,
  table: string,
  row: string,
  key: string,
  yes: readonly Actor[],
  pick = 'id',
  except: Rule['except'] = {},
): Rule => rule(spec, table, 'select', row, read(table, key, pick), yes, 'none', except)

export function ownEmail(cast: Cast, actor: Actor): string {
  return actor === 'anonymous' || actor === 'service_role' ? cast.person('student').email : cast.person(actor).email
}
