import type { Service } from './service.ts'
import type { Settings } from './settings.ts'

const EVERY_REQUESTS = 500
const BATCH = 1000
const DAY_S = 86_400

type Expiry = {
  table: string
  key: string
  /** The moment from which the row ages. */
  since: string
  where?: string
  /** Seconds after which it goes; undefined for never. */
  after: (settings: Settings) => number | undefined
}

const EXPIRIES: Expiry[] = [
  { table: 'auth.rate_limits', key: 'key', since: 'expires_at', after: () => 0 },
  { table: 'auth.told_identifiers', key: 'ctid', since: 'told_at', after: () => DAY_S },
  { table: 'auth.one_time_tokens', key: 'id', since: 'created_at', after: ({ linkExpiryS }) => linkExpiryS },
  { table: 'auth.flow_state', key: 'id', since: 'created_at', after: ({ linkExpiryS }) => 2 * linkExpiryS },
  { table: 'auth.sessions', key: 'id', since: 'not_after', after: () => DAY_S },
  { table: 'auth.sessions', key: 'id', since: 'created_at', after: ({ timeboxS }) => timeboxS && timeboxS + DAY_S },
  {
    table: 'auth.sessions',
    key: 'id',
    since: 'coalesce(refreshed_at, created_at)',
    after: ({ inactivityS }) => inactivityS && inactivityS + DAY_S,
  },
  {
    table: 'auth.refresh_tokens',
    key: 'id',
    since: 'updated_at',
    where: '(revoked or session_id is null)',
    after: () => 30 * DAY_S,
  },
]

/** Makes the sweeper: called at each request, it removes expired rows every so many of them. */
export function createSweeper(service: Service): () => void {
  let requests = 0
  return () => {
    if (++requests % EVERY_REQUESTS !== 0) return
    sweep(service).catch((error: Error) => {
      service.log({ level: 'warn', part: 'auth', message: 'expired rows were not removed', error: error.message })
    })
  }
}

/** Removes expired rows, a batch of each kind; rows that are in use just now are left for the next time. */
export async function sweep({ database, settings }: Pick<Service, 'database' | 'settings'>): Promise<void> {
  for (const { table, key, since, where = 'true', after } of EXPIRIES) {
    const seconds = after(settings)
    if (seconds === undefined) continue
    const expired = `select ${key} from ${table} where ${where} and ${since} < now() - make_interval(secs => $1)`
    await database.asAuthAdmin((tx) =>
      tx.query(`delete from ${table} where ${key} in (${expired} limit ${BATCH} for update skip locked)`, [seconds]),
    )
  }
}
