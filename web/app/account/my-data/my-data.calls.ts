import { browserSupabase } from '~/shared/client/supabase-browser'
import { AUTH_REQUEST_TIMEOUT } from '~/shared/config/constants'
import { toAppError } from '~/shared/errors/errors'

/** Everything that is held about the student: rows by section, as the database names them. */
export type MyData = { exported_at: string; data: Record<string, Record<string, unknown>[]> }

/** Takes out everything that is held about the student. @throws AppError; REAUTHENTICATION_NEEDED, TOO_MANY_REQUESTS after five in a day */
export async function exportMyData(): Promise<MyData> {
  const { data, error, status } = await browserSupabase()
    .rpc('export_my_data')
    .abortSignal(AbortSignal.timeout(AUTH_REQUEST_TIMEOUT))
  if (error) throw toAppError({ ...error, message: error.message, status })
  return data as MyData
}

/**
 * Asks for the deletion of one's own account.
 * @returns when it will happen, as an ISO time
 * @throws AppError; REAUTHENTICATION_NEEDED
 */
export async function requestAccountDeletion(): Promise<string> {
  const { data, error } = await browserSupabase().rpc('request_account_deletion')
  if (error) throw toAppError(error)
  return String(data)
}

/** Keeps the account after all. @throws AppError */
export async function cancelAccountDeletion(): Promise<void> {
  const { error } = await browserSupabase().rpc('cancel_account_deletion')
  if (error) throw toAppError(error)
}
