import { browserSupabase } from '~/shared/client/supabase-browser'
import { toAppError } from '~/shared/errors/errors'
import type { RecoveryCodesLeft } from './recovery-codes.rules'

/** How many codes are left, and since when; never the codes. @throws AppError */
export async function fetchCodesLeft(): Promise<RecoveryCodesLeft> {
  const { data, error } = await browserSupabase().rpc('recovery_codes_left')
  if (error) throw toAppError(error)
  const { made_at: madeAt, left } = data as { made_at: string | null; left: number }
  return { madeAt, left }
}

/**
 * Ten new codes, which nobody is told again; the former ones end.
 * @throws AppError, REAUTHENTICATION_NEEDED without a fresh sign-in
 */
export async function makeRecoveryCodes(): Promise<string[]> {
  const { data, error } = await browserSupabase().rpc('make_recovery_codes')
  if (error) throw toAppError(error)
  return (data as { codes: string[] }).codes
}
