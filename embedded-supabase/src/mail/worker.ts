import type { Database } from '../database/index.ts'
import type { LogEntry } from '../options.ts'
import { afterFailure, type Outcome } from './backoff.ts'
import { type MailWatch, withoutPersons } from './health.ts'
import { claimMails, type OutboxRow, settleMail, tidyOutbox } from './outbox.ts'
import { failureOf, SMTP_CONNECTIONS, type SmtpSender } from './smtp.ts'

const POLL_MS = 3_000
const BATCH = 2 * SMTP_CONNECTIONS
const TIDY_EVERY_MS = 3_600_000
const CLOSE_PATIENCE_MS = 8_000

type WorkerOptions = {
  database: Database
  smtp: SmtpSender
  watch: MailWatch
  log: (entry: LogEntry) => void
  /** A condition of SQL under which no mail is taken. */
  heldWhen?: string | undefined
}

export type Worker = {
  wake(): void
  close(): Promise<void>
}

/**
 * Sends what is due in the outbox: when woken, and every few seconds for what other processes queued.
 * At least once: a mail is sent twice only if the process dies between the mail server's "yes" and the next statement;
 * both copies then carry the same Message-ID.
 */
export function startWorker({ database, smtp, watch, log, heldWhen }: WorkerOptions): Worker {
  /** Mails whose end could not be recorded yet, because the database went away meanwhile. */
  const unrecorded = new Map<string, Outcome>()
  let wanted = false
  let closed = false
  let databaseAway = false
  let tidyAt = 0
  let running: Promise<void> | undefined

  async function record(id: string, outcome: Outcome): Promise<void> {
    unrecorded.set(id, outcome)
    await settleMail(database, id, outcome)
    unrecorded.delete(id)
  }

  /** Sends one mail; tells whether a mail server was there. */
  async function sendOne(mail: OutboxRow): Promise<boolean> {
    let reachable = true
    const outcome = await smtp.send(mail).then(
      (): Outcome => {
        watch.worked()
        return { status: 'sent' }
      },
      (error: unknown): Outcome => {
        const failure = failureOf(error)
        watch.failed(failure)
        reachable = failure.kind !== 'unreachable'
        return afterFailure(failure, mail.attempts, mail.age_s)
      },
    )
    await record(mail.id, outcome)
    const { id, kind, attempts } = mail
    if (outcome.status === 'abandoned') {
      const cause = withoutPersons(outcome.error)
      log({ level: 'error', part: 'mail', message: 'mail abandoned', id, kind, attempts, cause })
    }
    return reachable
  }

  /** One batch; tells whether another one should follow at once. */
  async function pass(): Promise<boolean> {
    for (const [id, outcome] of unrecorded) await record(id, outcome)
    if (Date.now() >= tidyAt) {
      await tidyOutbox(database)
      tidyAt = Date.now() + TIDY_EVERY_MS
    }
    const mails = await claimMails(database, BATCH, heldWhen)
    const results = await Promise.allSettled(mails.map(sendOne))
    const failed = results.find((result) => result.status === 'rejected')
    if (failed) throw failed.reason
    return mails.length === BATCH && results.every((result) => result.status === 'fulfilled' && result.value)
  }

  async function run(): Promise<void> {
    while (wanted && !closed) {
      wanted = false
      try {
        if (await pass()) wanted = true
        databaseAway = false
      } catch (error) {
        if (!databaseAway) log({ level: 'error', part: 'mail', message: 'outbox not reached', error: String(error) })
        databaseAway = true
      }
    }
  }

  function wake(): void {
    if (closed) return
    wanted = true
    running ??= run().finally(() => {
      running = undefined
      if (wanted) wake()
    })
  }

  const timer = setInterval(wake, POLL_MS)
  timer.unref()
  wake()
  return {
    wake,
    async close() {
      closed = true
      clearInterval(timer)
      await Promise.race([running, new Promise((resolve) => setTimeout(resolve, CLOSE_PATIENCE_MS).unref())])
      smtp.close()
    },
  }
}
