import type { Logger } from 'pino'
import type { Backend } from '../backend.ts'

/** Triggers of the tables that pages show notify it (supabase/schemas). */
const CHANNEL = 'page_changes'

/**
 * Calls back soon after what pages show has changed, whichever process changed it; never for a project elsewhere. Once as
 * soon as it listens, too: what changed before that, with pages already kept, was told to nobody.
 */
export function watchPageChanges({ embedded }: Backend, log: Logger, onChange: () => void): void {
  embedded?.database.listen(CHANNEL, onChange).then(onChange, (error: Error) => {
    log.warn({ error: error.message }, 'changes of pages are not heard of: they are seen when a kept page grows old')
  })
}
