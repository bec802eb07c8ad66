const TOLD_BY_CALLERS = /^(forwarded|x-real-ip|cf-connecting-ip|true-client-ip|x-client-ip|x-forwarded-.*)$/

/** The headers with our own view of the caller's address in `x-forwarded-for`, and nothing that a caller says of it. */
export function withOwnForwarding(headers: Headers, clientAddress: string): Headers {
  const kept = new Headers([...headers].filter(([name]) => !TOLD_BY_CALLERS.test(name)))
  kept.set('x-forwarded-for', clientAddress)
  return kept
}
