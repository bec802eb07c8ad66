import { afterAll, beforeAll } from 'vitest'
import type { Caller, Database } from '../../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './academy-database.ts'
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
