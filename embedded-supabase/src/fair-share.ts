/** What one caller may have; time is in milliseconds. */
export type FairShareLimits = {
  /** Pieces of work at the same time. */
  atOnce: number
  /** Pieces of work that may wait for their turn, and how long. */
  waiting: number
  waitMs: number
  /**
   * Time that work may take together: what is saved up, and what comes back each second. It is what the clock says,
   * unless only what the work charges counts.
   */
  budget?: { savedMs: number; perSecondMs: number; onlyCharged?: boolean }
}

/** A caller has used up its share: answered with 429 and Retry-After by every part. */
export class ShareUsedUp extends Error {
  override name = 'ShareUsedUp'
  constructor(readonly retryAfterS: number) {
    super('Too many requests at once or too much work from this caller')
  }
}

/** Lets each caller do a bounded amount of work at a time, so that nobody can hold what all share. */
export type FairShare = {
  /**
   * Runs the work when every one of the callers has a turn free: one request may count for an address and an account.
   * What it cost beside its time, or in place of it, is charged in milliseconds.
   * @throws ShareUsedUp, whatever the work throws
   */
  run<T>(callers: string[], work: (charge: (ms: number) => void) => Promise<T>): Promise<T>
}

const LONGEST_DEBT_S = 30
const SWEEP_ABOVE = 5_000

type Done = (chargedMs: number) => void
type Waiting = { callers: string[]; start: () => void; refuse: (error: ShareUsedUp) => void; timer: NodeJS.Timeout }
type Account = { running: number; waiting: Set<Waiting>; leftMs: number; at: number }

/** Makes the shares of all callers; `now` gives milliseconds. */
export function createFairShare(limits: FairShareLimits, now: () => number = () => performance.now()): FairShare {
  const { atOnce, budget } = limits
  const accounts = new Map<string, Account>()
  const savedMs = budget?.savedMs ?? 0

  function accountOf(caller: string): Account {
    const known = accounts.get(caller)
    const account = known ?? { running: 0, waiting: new Set<Waiting>(), leftMs: savedMs, at: now() }
    if (!known) accounts.set(caller, account)
    if (budget) {
      const at = now()
      account.leftMs = Math.min(savedMs, account.leftMs + ((at - account.at) / 1000) * budget.perSecondMs)
      account.at = at
    }
    return account
  }

  function debtS(callers: string[]): number {
    if (!budget) return 0
    const left = Math.min(...callers.map((caller) => accountOf(caller).leftMs))
    return left > 0 ? 0 : Math.max(1, Math.ceil(-left / budget.perSecondMs))
  }

  /** Whoever has used up half of its time goes on with one thing at a time. */
  const turns = ({ leftMs }: Account) => (budget && leftMs < savedMs / 2 ? 1 : atOnce)

  const busy = (callers: string[]) =>
    callers.find((caller) => {
      const account = accountOf(caller)
      return account.running >= turns(account)
    })

  function take(callers: string[]): Done {
    const began = now()
    for (const caller of callers) accountOf(caller).running += 1
    return (charged) => {
      const spent = charged + (budget?.onlyCharged ? 0 : now() - began)
      for (const caller of callers) {
        const account = accountOf(caller)
        account.running -= 1
        if (budget) account.leftMs = Math.max(-LONGEST_DEBT_S * budget.perSecondMs, account.leftMs - spent)
      }
      for (const caller of callers) next(caller)
      if (accounts.size > SWEEP_ABOVE) sweep()
    }
  }

  /** Gives a free turn to who has waited longest; one that another caller's share holds up moves to that queue. */
  function next(caller: string): void {
    const { waiting } = accountOf(caller)
    for (const one of waiting) {
      const debt = debtS(one.callers)
      const holder = debt > 0 ? undefined : busy(one.callers)
      if (holder === caller) return
      waiting.delete(one)
      if (holder !== undefined) {
        accountOf(holder).waiting.add(one)
        continue
      }
      clearTimeout(one.timer)
      if (debt > 0) one.refuse(new ShareUsedUp(debt))
      else one.start()
    }
  }

  function turn(callers: string[]): Promise<Done> | Done {
    const debt = debtS(callers)
    if (debt > 0) throw new ShareUsedUp(debt)
    const holder = busy(callers)
    if (holder === undefined) return take(callers)
    const queue = accountOf(holder).waiting
    if (queue.size >= limits.waiting) throw new ShareUsedUp(1)
    return new Promise((resolve, reject) => {
      const one: Waiting = {
        callers,
        start: () => resolve(take(callers)),
        refuse: reject,
        timer: setTimeout(() => {
          for (const caller of callers) accountOf(caller).waiting.delete(one)
          reject(new ShareUsedUp(1))
        }, limits.waitMs).unref(),
      }
      queue.add(one)
    })
  }

  /** Forgets callers that do nothing and owe nothing. */
  function sweep(): void {
    for (const [caller, { running, waiting }] of accounts) {
      if (running === 0 && waiting.size === 0 && accountOf(caller).leftMs >= savedMs) accounts.delete(caller)
    }
  }

  return {
    async run(callers, work) {
      const done = await turn(callers)
      let charged = 0
      try {
        return await work((ms) => {
          charged += ms
        })
      } finally {
        done(charged)
      }
    },
  }
}
