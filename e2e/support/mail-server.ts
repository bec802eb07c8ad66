import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export type CaughtMail = {
  recipient: string
  subject: string
  html: string
  text: string
  /** By name in lower case. */
  headers: Record<string, string>
  receivedAt: number
}

export type MailServer = {
  port: number
  mails: CaughtMail[]
  /**
   * Waits for the newest mail to a recipient that came after `since` (ms of Date.now) and holds a link to `linkTo`. Mails
   * about the security of the account come beside the others, and are found by their own link only.
   */
  waitFor(recipient: string, since?: number, linkTo?: string): Promise<CaughtMail>
  /** Answers every mail with a temporary error until set to false. */
  refuse: boolean
  /** How many mails were refused so far. */
  readonly refused: number
  close(): Promise<void>
}

const DEADLINE_MS = 60_000

/** Addresses that begin so have no mailbox here. */
export const REFUSED_FOR_GOOD = 'nobody.'

/** Where mails about the security of an account lead. */
export const NOTICE_LINK = '/auth/not-me'

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
    async waitFor(recipient, since = 0, linkTo = '') {
      for (let waited = 0; waited < DEADLINE_MS; waited += 100) {
        const mail = mails.findLast(
          (one) =>
            one.recipient === recipient &&
            one.receivedAt >= since &&
            one.text.includes(linkTo) &&
            (linkTo === NOTICE_LINK || !one.text.includes(NOTICE_LINK)),
        )
        if (mail) return mail
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      throw new Error(`No mail for ${recipient} within ${DEADLINE_MS / 1000} seconds`)
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

/** The first link of a mail that leads to `path`. */
export function linkIn(mail: CaughtMail, path: string): string {
  const link = [...mail.html.matchAll(/href="([^"]+)"/g)]
    .map(([, href = '']) => href.replaceAll(/&(amp|#38);/g, '&'))
    .find((href) => new URL(href).pathname.startsWith(path))
  if (!link) throw new Error(`The mail "${mail.subject}" has no link to ${path}`)
  return link
}

/** The six digits of a mail. */
export function codeIn(mail: CaughtMail): string {
  const code = /\b(\d{6})\b/.exec(mail.text)?.[1]
  if (!code) throw new Error(`The mail "${mail.subject}" has no code`)
  return code
}
