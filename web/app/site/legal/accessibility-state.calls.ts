import { withinTime } from '~/shared/client/deadline'
import type { Supabase } from '~/shared/client/supabase'
import { LIST_LOADING_TIMEOUT } from '~/shared/config/constants'

/** Of what visitors are shown at this moment, how much is made for those who do not hear or see; counts. */
export type AccessibilityCounts = {
  lessons: number
  captioned: number
  transcribed: number
  /** Lessons with neither captions nor a transcript. */
  silent: number
  /** Those that staff published so, with a reason that stands; likewise below. */
  silent_waived: number
  articles: number
  pictures_without_words: number
  pictures_waived: number
  headings_out_of_order: number
  headings_waived: number
}

/** Counts it in the database; null when it cannot be told, which takes nothing from the statement itself. */
export async function findAccessibilityState(supabase: Supabase): Promise<AccessibilityCounts | null> {
  try {
    const { data } = await withinTime(LIST_LOADING_TIMEOUT, (signal) =>
      supabase.rpc('accessibility_state').abortSignal(signal),
    )
    return data as AccessibilityCounts | null
  } catch {
    return null
  }
}
