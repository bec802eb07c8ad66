import type { Database, Transaction } from '../database/index.ts'
import type { LogEntry } from '../options.ts'
import { type MailWatch, watchMail } from './health.ts'
import { startMailbox } from './mailbox.ts'
import { createMailboxPage } from './mailbox-page.ts'
import { queueMail } from './outbox.ts'
import { failureOf, openSmtp, type SmtpSender } from './smtp.ts'
import type { Mail, SmtpOptions } from './types.ts'
import { startWorker } from './worker.ts'

export type { MailHealth, MailWatch } from './health.ts'
export type { Mail, SmtpOptions } from './types.ts'

const GREET_AGAIN_MS = 60_000

/** The outbox and its worker. */
export type Mailer = {
  /** Queues a mail inside the caller's transaction: it is sent if, and only if, that transaction commits. */
  enqueue(tx: Transaction, mail: Mail): Promise<void>
  /** Wakes the worker, so that a mail just committed leaves at once. */
  wake(): void
  /** The mail server in use: the configured one or, in development, the local mailbox. */
  smtp: SmtpOptions | undefined
  /** Whether that is the local mailbox, which delivers nothing. */
  isCaught: boolean
  /** Whether mails leave; who sends by other ways tells it, too. */
  watch: MailWatch
  /** Answers `/mailbox` to who has its key; undefined unless mails are caught. */
  mailboxPage?: (request: Request) => Promise<Response>
  close(): Promise<void>
}

export type MailOptions = {
  database: Database
  smtp?: SmtpOptions | undefined
  /** The key of the local mailbox; without one there is none. */
  mailboxKey?: string | undefined
  /** A condition of SQL while which nothing is sent to a mail server. */
  heldWhen?: string | undefined
  log: (entry: LogEntry) => void
}

/** Starts the worker and, in development, the local mailbox. Without either, mails wait in the outbox. */
export async function startMailer({ database, smtp, mailboxKey, heldWhen, log }: MailOptions): Promise<Mailer> {
  const caught = mailboxKey && !smtp ? await startMailbox(database, log) : undefined
  const server = smtp ?? caught?.smtp
  const watch = watchMail(server !== undefined, log)
  const sender = server && openSmtp(server)
  const stopTrying = sender && smtp ? tryOut(sender, watch) : undefined
  const worker = sender && startWorker({ database, smtp: sender, watch, log, heldWhen: caught ? undefined : heldWhen })
  return {
    enqueue: queueMail,
    wake: () => worker?.wake(),
    smtp: server,
    isCaught: caught !== undefined,
    watch,
    ...(caught && mailboxKey ? { mailboxPage: createMailboxPage(database, mailboxKey) } : {}),
    async close() {
      stopTrying?.()
      await worker?.close()
      await caught?.close()
    },
  }
}

/**
 * Greets the mail server at the start, so that the first word about a wrong password or a closed port does not wait for
 * the first mail, and again each minute until it has let us in: then it is known to be well without a mail, too.
 * @returns the function that ends it
 */
function tryOut(sender: SmtpSender, watch: MailWatch): () => void {
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  async function greet(): Promise<void> {
    try {
      await sender.verify()
      if (watch.health().state !== 'mails leave') watch.worked()
    } catch (error) {
      if (isClosed) return
      watch.failed(failureOf(error))
      timer = setTimeout(greet, GREET_AGAIN_MS).unref()
    }
  }
  void greet()
  return () => {
    isClosed = true
    clearTimeout(timer)
  }
}
