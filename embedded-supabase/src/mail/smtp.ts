import { createTransport } from 'nodemailer'
import type { Failure } from './backoff.ts'
import type { OutboxRow } from './outbox.ts'
import { isPlainAddress, senderAddress } from './sender.ts'
import type { SmtpOptions } from './types.ts'

const CONNECT_TIMEOUT_MS = 10_000
const SOCKET_TIMEOUT_MS = 30_000
/** Connections kept open to the mail server. */
export const SMTP_CONNECTIONS = 5

export type SmtpSender = {
  /** Hands one mail to the mail server. @throws an error for {@link failureOf}. */
  send(mail: OutboxRow): Promise<void>
  /** Greets the mail server and signs in there. @throws an error for {@link failureOf}. */
  verify(): Promise<void>
  close(): void
}

/**
 * Opens a pool of connections to a mail server; with a password, never over a line in the clear to another machine.
 * @throws when the sender has no address: mails would leave with none
 */
export function openSmtp(smtp: SmtpOptions): SmtpSender {
  const sender = senderAddress(smtp.from)
  if (!sender) throw new Error('The sender of mails has no address: say it as `Name <address@domain>`.')
  const transport = createTransport({
    pool: true,
    maxConnections: SMTP_CONNECTIONS,
    maxRequeues: 0,
    host: smtp.host,
    port: smtp.port,
    secure: smtp.secure,
    requireTLS: !smtp.secure && smtp.user !== undefined && !isLoopback(smtp.host),
    ...(smtp.user ? { auth: { user: smtp.user, pass: smtp.password ?? '' } } : {}),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    dnsTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = sender.split('@')[1]
  return {
    async send(mail) {
      if (!isPlainAddress(mail.recipient)) throw new UnsafeRecipient()
      await transport.sendMail({
        from: smtp.from,
        to: { name: '', address: mail.recipient },
        subject: oneLine(mail.subject),
        text: mail.text_body,
        html: mail.html,
        messageId: `<${mail.id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
    },
    async verify() {
      await transport.verify()
    },
    close: () => transport.close(),
  }
}

class UnsafeRecipient extends Error {
  override name = 'UnsafeRecipient'
  override message = 'The recipient is not one plain address'
}

/** Reads an error of {@link SmtpSender.send}: the mail refused for good, for now, or no server there. */
export function failureOf(error: unknown): Failure {
  if (error instanceof UnsafeRecipient) return { kind: 'permanent', error: error.message }
  const { message, responseCode, command, code } = error as Error & {
    responseCode?: number
    command?: string
    code?: string
  }
  const text = `${code ?? ''} ${oneLine(message)}`.trim().slice(0, 500)
  if (responseCode === undefined) return { kind: 'unreachable', error: text }
  const aboutTheMail = command === 'RCPT TO' || command === 'DATA'
  return { kind: responseCode >= 500 && aboutTheMail ? 'permanent' : 'temporary', error: text }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.')
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}
