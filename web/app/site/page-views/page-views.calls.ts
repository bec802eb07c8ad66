import { createSupabase } from '~/shared/client/supabase'
import { readPublicConfig } from '~/shared/config/env'

/** Nobody's token and no address of a page travel with a visit, not even in `Referer`. */
const send: typeof fetch = (input, init) => fetch(input, { ...init, keepalive: true, referrerPolicy: 'no-referrer' })

/** Counts a visit of a route pattern such as `/courses/:courseId` ([2.1-19], [7-22]). Failures are silent. */
export async function trackPageView(pattern: string, visitorKey: string | null): Promise<void> {
  try {
    const client = createSupabase({ ...readPublicConfig(), fetch: send })
    await client.rpc('track_page_view', { path_pattern: pattern, ...(visitorKey && { visitor_key: visitorKey }) })
  } catch {
    // A visit that cannot be counted is not worth a word.
  }
}
