import { preflight } from './cors.ts'
import { within } from './deadline.ts'
import { type Credential, type FunctionCaller, functionCaller } from './function-caller.ts'
import { Refused, refusal } from './http.ts'

/** A platform ends a run by itself (400 s on Supabase, 60 s on the embedded server); nobody waits so long for an answer. */
const RUN_MS = 25_000

/** As {@link respond}, to callers who show one of what the function accepts; see {@link functionCaller} for the others. */
export const respondTo = (
  accepted: readonly Credential[],
  request: Request,
  answer: (caller: FunctionCaller) => Promise<Response>,
  runMs = RUN_MS,
): Promise<Response> => respond(request, async () => answer(await functionCaller(request, accepted)), runMs)

/**
 * Answers preflights, other methods than POST and refusals; all other requests go to `answer`, which has `runMs` for what
 * it asks others: 504 TIMED_OUT after that.
 */
export async function respond(request: Request, answer: () => Promise<Response>, runMs = RUN_MS): Promise<Response> {
  const early = preflight(request)
  if (early) return early
  try {
    if (request.method !== 'POST') throw new Refused(405, 'METHOD_NOT_ALLOWED', 'Send a POST request')
    return await within(runMs, answer)
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError')
      return refusal(new Refused(504, 'TIMED_OUT', 'It took too long'))
    if (error instanceof Refused) return refusal(error)
    throw error
  }
}
