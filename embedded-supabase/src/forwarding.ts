/** Names the run of a function that makes the request, for the time of that run alone. */
export const RUN_HEADER = 'x-embedded-supabase-run'

const SET_BY_CALLERS =
  /^(x-embedded-supabase-run|forwarded|x-real-ip|cf-connecting-ip|true-client-ip|x-client-ip|x-forwarded-.*)$/

/** The headers with our own view of the caller's address in `x-forwarded-for`, and nothing that a caller says of it. */
export function withOwnForwarding(headers: Headers, clientAddress: string): Headers {
  const kept = new Headers([...headers].filter(([name]) => !SET_BY_CALLERS.test(name)))
  kept.set('x-forwarded-for', clientAddress)
  return kept
}
