import { browserSupabase } from '~/shared/client/supabase-browser'
import type { Preferences } from './consent.rules'

/**
 * Adds the choice to the ledger of consents, under the student or under the key of the browser. It never fails for
 * the person: what counts for this browser is what the browser has stored.
 */
export async function recordCookieChoice(
  { analytics, marketing, preferences }: Preferences,
  subjectKey: string,
): Promise<void> {
  try {
    // The server takes the key only where nobody is signed in.
    await browserSupabase().rpc('record_cookie_choice', { analytics, marketing, preferences, subject_key: subjectKey })
  } catch {
    // The next choice is recorded anew.
  }
}
