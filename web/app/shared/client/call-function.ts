import { answerOf } from './answer-of'
import { withAnswers } from './answered-refusals'
import type { Database } from './database.types'
import { browserSupabase } from './supabase-browser'

type Functions = Database['public']['Functions']

/**
 * Calls a function of the database as whoever is signed in; again where they answered what a refusal wanted.
 * @param limit how long its answer may take, in ms
 * @throws AppError for a refusal, DeadlineError when the time is over
 */
export async function callFunction<Name extends keyof Functions & string>(
  name: Name,
  args: Functions[Name]['Args'],
  limit: number,
): Promise<unknown> {
  return withAnswers(() => answerOf<unknown>(limit, (signal) => browserSupabase().rpc(name, args).abortSignal(signal)))
}
