import type { Backend } from '../backend.ts'
import type { Config } from '../config.ts'
import { callAsServer } from '../http/call-as-server.ts'
import { holdInWords, moment, OUTGOING_KINDS, type OutgoingHold, readHold } from '../outgoing.ts'

type Print = (line: string) => void
type Waiting = { at: string | null; what: string; recipient: string | null; people: number }
type Decision = { decided: string[]; hold: OutgoingHold | null }

const USAGE = `usage: npm run outgoing -- [look <kind> | send <kind ...> | drop <kind ...> | pause campaigns] [--reason=<why>]
  kinds: ${OUTGOING_KINDS.join(', ')}, or all; deletions are never dropped`
const CHOICES = ['send', 'drop', 'pause']

/**
 * Shows what a restored copy holds back, lists one kind with its recipients masked, or decides about kinds.
 * @throws with the usage, or where the service key of a project is not known
 */
export async function outgoing(backend: Backend, config: Config, args: string[], print: Print): Promise<void> {
  if (!backend.serviceRoleKey) throw new Error('This needs the secret key: set SUPABASE_SECRET_KEY')
  const [word, ...kinds] = args.filter((arg) => !arg.startsWith('--'))
  const reason = args.find((arg) => arg.startsWith('--reason='))?.slice('--reason='.length)
  const call = callAsServer(backend, config.siteUrl)
  const hold = await readHold(backend, config.siteUrl)
  if (!hold) return print('Nothing is held: mails, campaigns, schedules and deletions go on by themselves.')
  if (!word) return print(tableOf(hold))
  if (kinds.length === 0 || !kinds.every((kind) => kind === 'all' || isKind(kind))) throw new Error(USAGE)
  if (word === 'look') return print(listOf((await call('list_outgoing', { kind: kinds[0] })) as Waiting[]))
  if (!CHOICES.includes(word)) throw new Error(USAGE)
  const { decided, hold: left } = (await call('decide_outgoing', {
    ...{ hold_id: hold.id, choice: word, reason: reason || 'decided by npm run outgoing' },
    kinds: kinds.includes('all') ? hold.kinds.map(({ kind }) => kind) : kinds,
  })) as Decision
  print(decided.length > 0 ? `${word}: ${decided.join(', ')}` : 'That was decided before.')
  print(left ? tableOf(left) : 'Nothing is held any more.')
}

const isKind = (word: string): boolean => OUTGOING_KINDS.some((kind) => kind === word)

function tableOf(hold: OutgoingHold): string {
  const lines = hold.kinds.map(({ kind, count, people, oldest_at, newest_at }) =>
    [
      `  ${kind.padEnd(10)} ${String(count).padStart(6)}`,
      people > 0 ? `to ${people} people` : '',
      oldest_at && `oldest ${moment(oldest_at)}`,
      newest_at && `newest ${moment(newest_at)}`,
    ]
      .filter(Boolean)
      .join('  '),
  )
  return [holdInWords(hold), ...lines, USAGE].join('\n')
}

const listOf = (rows: Waiting[]): string =>
  rows
    .map(({ at, what, recipient, people }) =>
      [at ? moment(at) : '-', what, recipient ?? (people > 0 ? `${people} people` : '')].filter(Boolean).join('  '),
    )
    .join('\n') || 'Nothing of this kind waits.'
