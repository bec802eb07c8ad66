import { preflight } from './cors.ts'
import { Refused, refusal } from './http.ts'

/** Answers preflights, other methods than POST and refusals; all other requests go to `answer`. */
export async function respond(request: Request, answer: () => Promise<Response>): Promise<Response> {
  const early = preflight(request)
  if (early) return early
  try {
    if (request.method !== 'POST') throw new Refused(405, 'METHOD_NOT_ALLOWED', 'Send a POST request')
    return await answer()
  } catch (error) {
    if (error instanceof Refused) return refusal(error)
    throw error
  }
}
