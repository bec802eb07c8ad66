import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { Database } from '../database/index.ts'
import type { LogEntry } from '../options.ts'
import { linksOf } from './links.ts'
import type { SmtpOptions } from './types.ts'

const KEPT_MAILS = 200
const LARGEST_MAIL_BYTES = 5 * 1024 * 1024

export type Mailbox = {
  /** Where to send mails so that they are caught. */
  smtp: SmtpOptions
  close(): Promise<void>
}

/**
 * Development only: a mail server on this machine that keeps what it gets in `mail.mailbox` instead of delivering it,
 * and logs the first link of each mail.
 */
export async function startMailbox(database: Database, log: (entry: LogEntry) => void): Promise<Mailbox> {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: LARGEST_MAIL_BYTES,
    onData(stream, session, done) {
      buffer(stream)
        .then((raw) => PostalMime.parse(raw))
        .then((mail) => keep(mail, session.envelope.rcptTo.map(({ address }) => address).join(', ')))
        .then(
          () => done(),
          () => done(new Error('The mail could not be kept')),
        )
    },
  })
  server.on('error', (error: Error) => log({ level: 'warn', part: 'mail', message: 'mailbox', error: error.message }))

  async function keep(mail: Email, recipient: string): Promise<void> {
    await storeMail(database, mail, recipient)
    const link = linksOf(mail)[0]
    log({
      level: 'info',
      part: 'mail',
      message: `mail to ${recipient}: ${mail.subject ?? ''}`,
      ...(link ? { link } : {}),
    })
  }

  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.server.address() as AddressInfo
  return {
    smtp: { host: '127.0.0.1', port, secure: false, from: 'no-reply@localhost.localdomain' },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

async function storeMail(database: Database, mail: Email, recipient: string): Promise<void> {
  const withoutNul = (text: string | undefined) => text?.replaceAll('\0', '') ?? null
  await database.asAuthAdmin(async (tx) => {
    await tx.query(
      'insert into mail.mailbox (recipient, sender, subject, html, text_body) values ($1, $2, $3, $4, $5)',
      [recipient, mail.from?.address ?? '', mail.subject ?? '', withoutNul(mail.html), withoutNul(mail.text)],
    )
    await tx.query(
      'delete from mail.mailbox where id in (select id from mail.mailbox order by received_at desc offset $1)',
      [KEPT_MAILS],
    )
  })
}
