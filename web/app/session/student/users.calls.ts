import { browserSupabase } from '~/shared/client/supabase-browser'
import { LIST_LOADING_TIMEOUT } from '~/shared/config/constants'
import { AppError, toAppError } from '~/shared/errors/errors'
import type { StudentProfile } from './session-store'

type UserRow = {
  id: string
  email: string
  first_name: string | null
  last_name: string | null
  phone_number: string | null
  phone_owed: boolean | null
  email_verified: boolean | null
  is_active: boolean | null
  terms_consent: boolean | null
  privacy_consent: boolean | null
  owes_acceptance: boolean | null
  deletion_due_at: string | null
}

const COLUMNS =
  'id,email,first_name,last_name,phone_number,phone_owed,email_verified,is_active,terms_consent,privacy_consent,deletion_due_at,owes_acceptance'

/** A row of `users` as screens use it ([3-01]). */
export function toStudentProfile(row: UserRow): StudentProfile {
  return {
    id: row.id,
    email: row.email,
    firstName: row.first_name ?? '',
    lastName: row.last_name ?? '',
    phoneNumber: row.phone_owed ? null : row.phone_number,
    emailVerified: row.email_verified === true,
    isActive: row.is_active !== false,
    consentsGiven: row.terms_consent === true && row.privacy_consent === true,
    owesAgreement: row.owes_acceptance === true,
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

/** `consentsGiven` adds the agreement to terms and privacy; it never takes one back. */
export type ProfileChange = { firstName: string; lastName: string; phoneNumber: string; consentsGiven: boolean }

/**
 * Saves the student's own names, phone and agreement [7-09].
 * @throws AppError, PHONE_ALREADY_EXISTS for a phone of another account, TOO_MANY_REQUESTS after five of them in an hour
 */
export async function updateProfile(userId: string, change: ProfileChange): Promise<StudentProfile> {
  const { data, error } = await browserSupabase().rpc('save_profile', {
    first_name: change.firstName,
    last_name: change.lastName,
    phone_number: change.phoneNumber,
    terms_consent: change.consentsGiven,
    privacy_consent: change.consentsGiven,
  })
  if (error) throw toAppError(error)
  const refusal = (data as { error: unknown }).error
  if (refusal) throw toAppError(refusal)
  const saved = await fetchProfile(userId)
  if (!saved) throw new AppError('UNKNOWN_ERROR')
  return saved
}
