import { afterAll, beforeAll } from 'vitest'
import type { Caller, Database } from '../../../embedded-supabase/src/database/index.ts'
import type { StaffRole } from '../../../web/app/staff/entry/staff.rules.ts'
import { openAcademyDatabase } from './academy-database.ts'
import { owner } from './outcome.ts'
import { type Person, SERVICE, signUpStaff } from './people.ts'

type Member = Person & { adminId: string }

/** The database of the file that called `withStaff`. */
export let database: Database
/** Its staff by role, one of each, and one of a role that nobody knows. */
export const staff: Record<string, Member> = {}

/** Gives a test file a database with staff of every role. */
export function withStaff(): void {
  beforeAll(async () => {
    database = await openAcademyDatabase()
    for (const role of ['super_admin', 'admin', 'analyst', 'marketing', 'unknown']) {
      staff[role] = await signUpStaff(database, `${role.replace('_', '-')}@academy.example`, role)
    }
  })
  afterAll(() => database?.close())
}

/** The member of a role as a caller; the server itself for anything else. */
export const as = (role: string): Caller => staff[role]?.caller ?? SERVICE

/** Every role as the screens have it: its name, level and permissions. */
export const roles = () =>
  owner<StaffRole>(
    database,
    `select roles.name, roles.level, coalesce(array_agg(permissions.name) filter (where permissions.name is not null), '{}') as permissions
     from roles left join role_permissions on role_permissions.role_id = roles.id
     left join permissions on permissions.id = permission_id group by roles.id order by roles.level, roles.name`,
  )

/** A role as the screens have it. */
export const roleOf = async (name: string): Promise<StaffRole> =>
  (await roles()).find((role) => role.name === name) ?? { name, level: 999, permissions: [] }

/** Makes a role of this file's own, and a member who holds it. */
export async function hire({ name, level, permissions }: StaffRole): Promise<void> {
  await owner(
    database,
    `with made as (insert into roles (name, level) values ($1, $2) returning id)
     insert into role_permissions (role_id, permission_id)
     select made.id, permissions.id from made, permissions where permissions.name = any ($3)`,
    [name, level, permissions],
  )
  staff[name] = await signUpStaff(database, `${name.replace(/\W/g, '-')}@academy.example`, name)
}
