import type { PublicConfig } from '~/shared/client/supabase'

/** Reads what the server wrote on the `html` element. Browser only. */
export function readPublicConfig(): PublicConfig {
  const { supabaseUrl, anonKey } = document.documentElement.dataset
  return { supabaseUrl: supabaseUrl || window.location.origin, anonKey: anonKey ?? '' }
}
