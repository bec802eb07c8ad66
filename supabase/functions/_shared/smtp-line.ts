import type { Buffer } from 'node:buffer'
import { Readable } from 'node:stream'
import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { requiredEnv } from './env.ts'
import type { KindOf } from './kinds.ts'
import type { ComposedMail } from './mail-layout.ts'
import { addressOfSender, smtpServer } from './smtp.ts'

/**
 * What became of a mail that was handed to a mail server: `unreachable` there was none, `unconfirmed` it had the whole
 * mail and did not say whether it took it.
 */
export type Handed = { outcome: 'sent' | KindOf<'email_outbox.last_failure'> | 'unconfirmed'; answer: string }

/** A connection to the mail server that is opened when it is needed, and again after it broke. */
export type SmtpLine = {
  send(id: string, recipient: string, mail: ComposedMail & { subject: string }): Promise<Handed>
  close(): void
}

const STEP_MS = 15_000
const WHOLE_MS = 45_000

/** Opens a line. `mails` carry the same Message-ID in every try, so that a mailbox shows one that came twice once. */
export function openSmtpLine(): SmtpLine {
  let open: SMTPConnection | undefined
  const forget = (connection: SMTPConnection) => {
    if (open === connection) open = undefined
  }

  async function connected(): Promise<SMTPConnection> {
    if (open) return open
    const { auth, ...server } = smtpServer() as ReturnType<typeof smtpServer> & {
      auth?: { user: string; pass: string }
    }
    const connection = new SMTPConnection({
      ...server,
      connectionTimeout: STEP_MS,
      greetingTimeout: STEP_MS,
      dnsTimeout: STEP_MS,
      socketTimeout: STEP_MS,
    })
    connection.on('end', () => forget(connection))
    await new Promise<void>((resolve, reject) => {
      connection.on('error', (error: Error) => {
        forget(connection)
        reject(error)
      })
      connection.connect((error?: Error | null) => (error ? reject(error) : resolve()))
    })
    if (auth) {
      await new Promise<void>((resolve, reject) =>
        connection.login({ user: auth.user, pass: auth.pass }, (error?: Error | null) =>
          error ? reject(error) : resolve(),
        ),
      ).catch((error) => {
        connection.close()
        throw error
      })
    }
    open = connection
    return connection
  }

  async function hand(connection: SMTPConnection, recipient: string, from: string, bytes: Buffer): Promise<Handed> {
    let isHanded = false
    // Read only once the mail server asked for the mail: before that it cannot have taken anything.
    const message = new Readable({
      read() {
        isHanded = true
        this.push(bytes)
        this.push(null)
      },
    })
    const silence = (answer: string): Handed => ({ outcome: isHanded ? 'unconfirmed' : 'temporary', answer })
    return new Promise<Handed>((resolve) => {
      const timer = setTimeout(() => {
        resolve(silence('no answer in time'))
        connection.close()
      }, WHOLE_MS)
      connection.send({ from, to: [recipient], size: bytes.length }, message, (error) => {
        clearTimeout(timer)
        if (!error) return resolve({ outcome: 'sent', answer: '' })
        const { responseCode, command, message: answer } = error
        if (responseCode === undefined) return resolve(silence(answer))
        const isOfMail = command === 'RCPT TO' || command === 'DATA'
        resolve({ outcome: responseCode >= 500 && isOfMail ? 'permanent' : 'temporary', answer })
      })
    })
  }

  return {
    async send(id, recipient, { subject, html, text_body, headers }) {
      const from = requiredEnv('MAIL_FROM')
      const sender = addressOfSender(from) ?? ''
      const mail = new MailComposer({
        from,
        to: { name: '', address: recipient },
        subject,
        html,
        text: text_body,
        messageId: `<${id}@${sender.split('@')[1]}>`,
        headers: { 'Auto-Submitted': 'auto-generated', ...headers },
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      const bytes = await mail.compile().build()
      let connection: SMTPConnection
      try {
        connection = await connected()
      } catch (error) {
        return { outcome: 'unreachable', answer: error instanceof Error ? error.message : String(error) }
      }
      const handed = await hand(connection, recipient, sender, bytes)
      if (handed.outcome !== 'sent') {
        // What is left of a refused talk is not known; another one begins anew.
        forget(connection)
        connection.close()
      }
      return handed
    },
    close() {
      open?.quit()
      open = undefined
    },
  }
}
