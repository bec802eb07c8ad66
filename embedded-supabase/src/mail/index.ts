import type { Database, Transaction } from '../database/index.ts'
import type { LogEntry } from '../options.ts'
import type { Mail, SmtpOptions } from './types.ts'

export type { Mail, SmtpOptions } from './types.ts'

/** The outbox and its worker. */
export type Mailer = {
  /** Queues a mail inside the caller's transaction: it is sent if, and only if, that transaction commits. */
  enqueue(tx: Transaction, mail: Mail): Promise<void>
  /** Wakes the worker, so that a mail just committed leaves at once. */
  wake(): void
  /** The mail server in use: the configured one or, in development, the local mailbox. */
  smtp: SmtpOptions | undefined
  /** Answers `/mailbox`; undefined unless mails are caught. */
  mailboxPage?: (request: Request) => Promise<Response>
  close(): Promise<void>
}

export type MailOptions = {
  database: Database
  smtp?: SmtpOptions | undefined
  mailbox: boolean
  log: (entry: LogEntry) => void
}

/** Starts the worker and, in development, the local mailbox. */
export async function startMailer({ smtp }: MailOptions): Promise<Mailer> {
  return {
    async enqueue(tx, mail) {
      await tx.query(
        'insert into mail.outbox (recipient, subject, html, text_body, kind) values ($1, $2, $3, $4, $5)',
        [mail.recipient, mail.subject, mail.html, mail.text, mail.kind],
      )
    },
    wake: () => undefined,
    smtp,
    close: async () => undefined,
  }
}
