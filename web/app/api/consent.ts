import { OPTIONAL_PURPOSES, type Preferences } from '~/domain/consent'
import { browserSupabase, currentAccessToken } from '~/lib/supabase-browser'

/**
 * Adds the choice to the ledger of consents, under the student or under the key of the browser. It never fails for
 * the person: what counts for this browser is what the browser has stored.
 */
export async function recordCookieChoice(preferences: Preferences, subjectKey: string): Promise<void> {
  try {
    const signedIn = (await currentAccessToken()) !== null
    const lines = OPTIONAL_PURPOSES.map((purpose) => ({
      purpose: `cookies_${purpose}`,
      granted: preferences[purpose],
      ...(!signedIn && { subject_key: subjectKey }),
    }))
    await browserSupabase().from('consent_events').insert(lines)
  } catch {
    // The next choice is recorded anew.
  }
}
