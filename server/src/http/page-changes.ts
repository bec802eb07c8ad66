import type { EmbeddedSupabase } from 'embedded-supabase'
import type { Logger } from 'pino'
import { type Backend, fetchWithoutCredentials } from '../backend.ts'
import type { ClearablePages } from './page-cache.ts'

/** Triggers of the tables that pages show notify it (supabase/schemas). */
const CHANNEL = 'page_changes'
const ASK_EVERY_MS = 1_000
const ASK_TIMEOUT_MS = 5_000
/** As long after the last request for a page the version is asked for; then nothing is kept, as by its age. */
const AWAKE_MS = 10_000

/**
 * Clears kept pages soon after what they show has changed, whichever process changed it. Once as soon as it listens, too:
 * what changed before that, with pages already kept, was told to nobody.
 */
export function watchPageChanges(backend: Backend, log: Logger, pages: ClearablePages): void {
  if (backend.embedded) listen(backend.embedded, log, pages)
  else askForVersion(backend, log, pages)
}

function listen({ database }: EmbeddedSupabase, log: Logger, { clear }: ClearablePages): void {
  database.listen(CHANNEL, clear).then(clear, (error: Error) => {
    log.warn({ error: error.message }, 'changes of pages are not heard of: they are seen when a kept page grows old')
  })
}

/** Through the API of a project no notification arrives: there the version of pages is asked for (decision 0168). */
function askForVersion({ publicUrl, anonKey }: Backend, log: Logger, { clear, askedAt }: ClearablePages): void {
  let known: string | undefined
  let isAsking = false
  let isFailing = false

  async function ask(): Promise<void> {
    const response = await fetchWithoutCredentials(`${publicUrl}/rest/v1/rpc/page_version`, {
      headers: { apikey: anonKey },
      signal: AbortSignal.timeout(ASK_TIMEOUT_MS),
    })
    const version = await response.text()
    if (!response.ok) throw new Error(`${response.status} ${version.slice(0, 200)}`)
    isFailing = false
    if (version === known) return
    known = version
    clear()
  }

  const look = () => {
    if (Date.now() - askedAt() > AWAKE_MS) {
      if (known !== undefined) clear()
      known = undefined
      return
    }
    if (isAsking) return
    isAsking = true
    ask()
      .catch((error: Error) => {
        if (!isFailing)
          log.warn(
            { error: error.message },
            'the version of pages is not known: changes are seen when a kept page grows old',
          )
        isFailing = true
      })
      .finally(() => {
        isAsking = false
      })
  }
  setInterval(look, ASK_EVERY_MS).unref()
}
