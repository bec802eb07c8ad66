import type { Logger } from 'pino'
import { nextNoticeTurn } from 'web/notice'
import { type SiteDetails, toSiteDetails } from 'web/site'
import { createSupabase } from 'web/supabase'
import type { Backend } from './backend.ts'
import type { Config } from './config.ts'

/** A change that nobody told of is seen after as long: in a project elsewhere, or where the database tells nobody. */
const FRESH_MS = { elsewhere: 10_000, notified: 60_000 }
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** What the settings say of the academy, kept in the process so that no page asks for it. */
export type SiteKeeper = {
  current: () => Promise<SiteDetails>
  /** Settings were changed: the next page waits for what they say now. */
  forget: () => void
  /** Calls back when a notice comes or goes by its times. */
  onTurn: (turned: () => void) => void
}

/** Reads the settings now, after each change, and in the background when what is kept is old. */
export function createSiteDetails(backend: Backend, config: Config, log: Logger): SiteKeeper {
  const supabaseUrl = backend.publicUrl || config.siteUrl
  const supabase = createSupabase({ supabaseUrl, anonKey: backend.anonKey, fetch: backend.fetch })
  const read = async () => {
    const { data, error } = await supabase.from('app_settings').select('key,value').eq('is_public', true)
    if (error) throw new Error(error.message)
    return toSiteDetails(Object.fromEntries(data.map(({ key, value }) => [key, value])))
  }
  return cacheSiteDetails(read, log, { freshMs: backend.embedded ? FRESH_MS.notified : FRESH_MS.elsewhere })
}

/** Keeps what `read` gives; where it fails, what was known before stands, at first what the application was built with. */
export function cacheSiteDetails(
  read: () => Promise<SiteDetails>,
  log: Logger,
  { freshMs, now = Date.now }: { freshMs: number; now?: () => number },
): SiteKeeper {
  let known = toSiteDetails({})
  let latest: Promise<SiteDetails>
  let readAt = 0
  let turned: () => void = () => undefined
  let timer: NodeJS.Timeout | undefined

  function ask(): Promise<SiteDetails> {
    readAt = now()
    const asked: Promise<SiteDetails> = read().then(
      (details) => {
        // Settings were changed while this was read: what is read since then counts.
        if (latest !== asked) return latest
        take(details)
        return details
      },
      (error: Error) => {
        log.warn({ error: error.message }, 'the settings could not be read: pages show what was known before')
        return known
      },
    )
    return asked
  }

  function take(details: SiteDetails): void {
    known = details
    clearTimeout(timer)
    const turn = details.notice && nextNoticeTurn(details.notice, now())
    if (turn) timer = setTimeout(() => turned(), Math.min(turn - now(), LONGEST_TIMER_MS)).unref()
  }

  latest = ask()
  return {
    current() {
      if (now() - readAt <= freshMs) return latest
      const before = known
      latest = ask()
      return Promise.resolve(before)
    },
    forget() {
      latest = ask()
    },
    onTurn(listener) {
      turned = listener
    },
  }
}
