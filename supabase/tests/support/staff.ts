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

/** A role as the screens have it: its name, level and permissions. */
export async function roleOf(name: string): Promise<StaffRole> {
  const rows = await owner<StaffRole>(
    database,
    `select roles.name, roles.level, coalesce(array_agg(permissions.name) filter (where permissions.name is not null), '{}') as permissions
     from roles left join role_permissions on role_permissions.role_id = roles.id
     left join permissions on permissions.id = permission_id where roles.name = $1 group by roles.id`,
    [name],
  )
  return rows[0] ?? { name, level: 999, permissions: [] }
}
