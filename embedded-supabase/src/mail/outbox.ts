import type { Database, Transaction } from '../database/index.ts'
import { GIVE_UP_AFTER_S, type Outcome } from './backoff.ts'
import type { Mail } from './types.ts'

/** Longer than the slowest batch can take, so that no other worker takes a mail that is being sent. */
const LEASE_S = 300
const KEEP_SETTLED_DAYS = 30

export type OutboxRow = {
  id: string
  recipient: string
  subject: string
  html: string
  text_body: string
  kind: string
  attempts: number
  /** Seconds since the mail was queued. */
  age_s: number
}

/** Writes a mail into the outbox, inside the caller's transaction. */
export async function queueMail(tx: Transaction, mail: Mail): Promise<void> {
  await tx.query(
    'insert into mail.outbox (recipient, subject, html, text_body, kind, request_hash) values ($1, $2, $3, $4, $5, $6)',
    [mail.recipient, mail.subject, mail.html, mail.text, mail.kind, mail.requestHash ?? null],
  )
}

/**
 * Takes up to `count` due mails for this process; any number of processes may do so at once.
 * @param heldWhen a condition of SQL under which none are taken
 */
export async function claimMails(database: Database, count: number, heldWhen = 'false'): Promise<OutboxRow[]> {
  const { rows } = await database.asMailer((tx) =>
    tx.query<OutboxRow>(
      `with due as (
         select id from mail.outbox
         where status = 'queued' and next_attempt_at <= now() and (locked_until is null or locked_until < now())
           and not (${heldWhen})
         order by next_attempt_at limit $1 for update skip locked
       )
       update mail.outbox set locked_until = now() + make_interval(secs => $2), attempts = attempts + 1
       from due where outbox.id = due.id
       returning outbox.id, recipient, subject, html, text_body, kind, attempts,
         extract(epoch from now() - created_at)::float8 as age_s`,
      [count, LEASE_S],
    ),
  )
  return rows
}

/** Records what became of a claimed mail. The text of a settled mail is emptied: its links sign people in. */
export async function settleMail(database: Database, id: string, outcome: Outcome): Promise<void> {
  await database.asMailer((tx) =>
    outcome.status === 'queued'
      ? tx.query(
          `update mail.outbox set locked_until = null, last_error = $2, last_failure = $4,
             next_attempt_at = now() + make_interval(secs => $3) where id = $1 and status = 'queued'`,
          [id, outcome.error, outcome.delayS, outcome.kind],
        )
      : tx.query(
          `update mail.outbox set status = $2, locked_until = null, html = '', text_body = '', last_error = $3,
             last_failure = $4, sent_at = case when $2 = 'sent' then now() end where id = $1 and status = 'queued'`,
          outcome.status === 'abandoned'
            ? [id, outcome.status, outcome.error, outcome.kind]
            : [id, outcome.status, null, null],
        ),
  )
}

/** Gives up mails that nobody could send within a day and forgets the settled ones of last month. */
export async function tidyOutbox(database: Database): Promise<void> {
  await database.asMailer(async (tx) => {
    await tx.query(
      `update mail.outbox set status = 'abandoned', html = '', text_body = '', locked_until = null,
         last_error = coalesce(last_error, 'Not sent within a day')
       where status = 'queued' and created_at < now() - make_interval(secs => $1)
         and (locked_until is null or locked_until < now())`,
      [GIVE_UP_AFTER_S],
    )
    await tx.query(
      `delete from mail.outbox where status <> 'queued' and created_at < now() - make_interval(days => $1)`,
      [KEEP_SETTLED_DAYS],
    )
  })
}
