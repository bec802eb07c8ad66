import { LIST_LOADING_TIMEOUT } from '~/config/constants'
import { toAppError } from '~/lib/errors'
import type { StudentProfile } from '~/lib/session'
import { browserSupabase } from '~/lib/supabase-browser'

type UserRow = {
  id: string
  email: string
  first_name: string | null
  last_name: string | null
  phone_number: string | null
  email_verified: boolean | null
  is_active: boolean | null
  deletion_due_at: string | null
}

const COLUMNS = 'id,email,first_name,last_name,phone_number,email_verified,is_active,deletion_due_at'

/** A row of `users` as screens use it ([3-01]). */
export function toStudentProfile(row: UserRow): StudentProfile {
  return {
    id: row.id,
    email: row.email,
    firstName: row.first_name ?? '',
    lastName: row.last_name ?? '',
    phoneNumber: row.phone_number,
    emailVerified: row.email_verified === true,
    isActive: row.is_active !== false,
    deletionDueAt: row.deletion_due_at,
  }
}

/** The student's own profile, or null when there is none [7-09]; who asks decides about another try. @throws AppError */
export async function fetchProfile(userId: string): Promise<StudentProfile | null> {
  const { data, error } = await browserSupabase()
    .from('users')
    .select(COLUMNS)
    .eq('id', userId)
    .abortSignal(AbortSignal.timeout(LIST_LOADING_TIMEOUT))
    .retry(false)
    .maybeSingle<UserRow>()
  if (error) throw toAppError(error)
  return data && toStudentProfile(data)
}

export type ProfileChange = { firstName: string; lastName: string; phoneNumber: string }

/** Saves the student's own names and phone [7-09]. @throws AppError, PHONE_ALREADY_EXISTS for a phone of another account */
export async function updateProfile(userId: string, change: ProfileChange): Promise<StudentProfile> {
  const { data, error } = await browserSupabase()
    .from('users')
    .update({ first_name: change.firstName, last_name: change.lastName, phone_number: change.phoneNumber })
    .eq('id', userId)
    .select(COLUMNS)
    .single<UserRow>()
  if (error) throw toAppError(error)
  return toStudentProfile(data)
}
