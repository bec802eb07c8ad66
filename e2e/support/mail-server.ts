import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { type CaughtMail, type Mailbox, mailboxOf } from './mailbox.ts'

export type MailServer = Mailbox & {
  port: number
  /** Everything that it took, the oldest first. */
  mails: CaughtMail[]
  /** Answers every mail with a temporary error until set to false. */
  refuse: boolean
  /** How many mails were refused so far. */
  readonly refused: number
  close(): Promise<void>
}

/** Addresses that begin so have no mailbox here. */
export const REFUSED_FOR_GOOD = 'nobody.'

/** A real SMTP server for the tests; keeps what it is handed. */
export async function startMailServer(): Promise<MailServer> {
  const mails: CaughtMail[] = []
  const state = { refuse: false, refused: 0 }
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo({ address }, _session, done) {
      done(
        address.startsWith(REFUSED_FOR_GOOD)
          ? Object.assign(new Error('no such mailbox'), { responseCode: 550 })
          : undefined,
      )
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (state.refuse) {
          state.refused += 1
          done(Object.assign(new Error('try again later'), { responseCode: 451 }))
          return
        }
        PostalMime.parse(Buffer.concat(chunks))
          .then((email) => {
            for (const { address } of session.envelope.rcptTo) mails.push(toMail(email, address))
            done()
          })
          .catch(done)
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    ...mailboxOf(async (recipient) => mails.filter((mail) => mail.recipient === recipient), 100),
    port: (server.server.address() as AddressInfo).port,
    mails,
    get refuse() {
      return state.refuse
    },
    set refuse(value) {
      state.refuse = value
    },
    get refused() {
      return state.refused
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function toMail(email: Email, recipient: string): CaughtMail {
  return {
    recipient,
    subject: email.subject ?? '',
    html: email.html ?? '',
    text: email.text ?? '',
    headers: Object.fromEntries(email.headers.map(({ key, value }) => [key, value])),
    receivedAt: Date.now(),
  }
}
