import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export type TestSmtp = {
  port: number
  mails: Email[]
  close(): Promise<void>
}

export type TestSmtpOptions = {
  port?: number
  /** The server's answer to a recipient: an SMTP code refuses it. */
  refuse?: (recipient: string) => number | undefined
}

/** A mail server of the test's own on 127.0.0.1 that keeps the parsed mails. */
export async function startTestSmtp({ port = 0, refuse }: TestSmtpOptions = {}): Promise<TestSmtp> {
  const mails: Email[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo({ address }, _session, done) {
      const code = refuse?.(address)
      done(code ? Object.assign(new Error('refused by the test'), { responseCode: code }) : undefined)
    },
    onData(stream, _session, done) {
      buffer(stream)
        .then((raw) => PostalMime.parse(raw))
        .then((mail) => mails.push(mail))
        .then(() => done(), done)
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    close: () =>
      new Promise((resolve) => {
        for (const connection of server.connections) connection.close()
        server.close(() => resolve())
      }),
  }
}
