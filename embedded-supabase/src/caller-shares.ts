import { type rememberCallers, sharesOf } from './caller.ts'
import { createFairShare, type FairShareLimits } from './fair-share.ts'
import { type Claims, TokenError } from './jwt.ts'
import type { RequestContext } from './options.ts'

/**
 * What one caller may do at once in all parts together, and five seconds of slow statements at a stretch. A page of an
 * application sends a dozen requests at once, a school sends them from one address, so fast ones only take turns: more of
 * them at once would wait for a processor, and so would everybody else. `shared` is what all callers of one address may
 * do together.
 */
const TURNS = {
  own: {
    atOnce: 2,
    waiting: 200,
    waitMs: 20_000,
    budget: { savedMs: 5_000, perSecondMs: 300, onlyCharged: true },
  },
  shared: { atOnce: 4, waiting: 400, waitMs: 20_000 },
}
/** Uploads take as long as the line of who sends them needs, so they keep none of those turns; browsers open six. */
const UPLOADS = {
  own: { atOnce: 6, waiting: 100, waitMs: 20_000 },
  shared: { atOnce: 12, waiting: 200, waitMs: 20_000 },
}

/** Charges work to its caller, in milliseconds. */
export type Charge = (ms: number) => void
/** What is known of a caller: nothing but the address without a valid token. */
export type KnownCaller = { role?: string | undefined; claims: Claims }

/** Whose share a request counts for. A token that does not count is its part's to refuse, and costs the address. */
export async function knownCaller(
  request: Request,
  callerOf: ReturnType<typeof rememberCallers>,
): Promise<KnownCaller> {
  try {
    return await callerOf(request)
  } catch (error) {
    if (error instanceof TokenError) return { claims: {} }
    throw error
  }
}

/** Runs work when its caller has a turn. @throws ShareUsedUp, whatever the work throws */
type InTurn = <T>(caller: KnownCaller, context: RequestContext, work: (charge: Charge) => Promise<T>) => Promise<T>

/** The share that each caller, and each address, has of all parts of the server together. */
export type CallerShares = { run: InTurn; upload: InTurn }

export function createCallerShares(): CallerShares {
  return { run: inTurn(TURNS), upload: inTurn(UPLOADS) }
}

function inTurn(limits: { own: FairShareLimits; shared: FairShareLimits }): InTurn {
  const callers = createFairShare(limits.own)
  const addresses = createFairShare(limits.shared)
  return (caller, context, work) => {
    // What a function asks for is part of its run: to wait for a turn beside that one could be to wait for itself.
    if (context.charge) return work(context.charge)
    const { own, shared } = context.inProcess ? { own: [], shared: [] } : sharesOf(caller, context.clientAddress)
    return callers.run(own, (charge) => addresses.run(shared, () => work(charge)))
  }
}
