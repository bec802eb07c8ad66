import type { PostgrestSingleResponse } from '@supabase/supabase-js'

/** `maxAffected` of the official client, which its types offer only to clients of a known server version. */
export function maxAffected(query: object, rows: number): PromiseLike<PostgrestSingleResponse<unknown>> {
  return (query as { maxAffected(rows: number): PromiseLike<PostgrestSingleResponse<unknown>> }).maxAffected(rows)
}
