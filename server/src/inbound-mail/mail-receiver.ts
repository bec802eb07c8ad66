import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { MOST_BYTES } from './bounds.ts'
import type { Inbox, Taken } from './inbox.ts'

/** The mail server in front sends over few connections. */
const MOST_CONNECTIONS = 8
const MOST_RECIPIENTS = 10
const IDLE_MS = 60_000
const LONGEST_MS = 10 * 60_000

type Listening = { host: string; port: number; protocol: 'lmtp' | 'smtp' }

const REPLIES: Partial<Record<Taken, [code: number, text: string]>> = {
  unknown: [550, '5.1.1 There is no such address here'],
  busy: [451, '4.7.1 Too many mails, try again later'],
  full: [552, '5.2.2 The conversation takes no more mails'],
  unreadable: [554, '5.6.0 The mail could not be read'],
  UNREADABLE: [554, '5.6.0 The mail could not be read'],
  SENDER: [554, '5.6.0 The mail must be from one sender'],
  refused: [554, '5.6.0 The mail holds what cannot be stored here'],
  TOO_LARGE: [552, '5.3.4 The mail is too large'],
}
const AWAY: [number, string] = [451, '4.3.0 Not now, try again later']

/**
 * Receives mail of a mail server on this machine by LMTP or SMTP: for known addresses alone, and answers 250 only after the
 * mail is stored. Resolves when it listens.
 */
export async function startMailReceiver(inbox: Inbox, { host, port, protocol }: Listening) {
  const server = new SMTPServer({
    lmtp: protocol === 'lmtp',
    disabledCommands: ['AUTH', 'STARTTLS'],
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    // Not announced: a mail server that knew of it would refuse by itself, and nobody here would hear of the mail.
    size: MOST_BYTES,
    hideSize: true,
    maxClients: MOST_CONNECTIONS,
    socketTimeout: IDLE_MS,
    closeTimeout: 5_000,
    onRcptTo({ address }, { envelope }, done) {
      if (envelope.rcptTo.length >= MOST_RECIPIENTS) return done(reply([452, '4.5.3 Too many recipients']))
      // The library would make one recipient of them, and LMTP wants an answer for each that was taken.
      if (envelope.rcptTo.some((one) => one.address.toLowerCase() === address.toLowerCase()))
        return done(reply([452, '4.5.3 This recipient is named already']))
      inbox.isKnown(address).then(
        (isKnown) => done(isKnown ? null : refusal('unknown')),
        () => done(reply(AWAY)),
      )
    },
    onData(stream, session, done) {
      receive(inbox, stream, session).then(
        (answers) => {
          // SMTP has one answer for all: what some may take later, all are sent again, and are there once.
          const error = answers.find((answer) => answer?.responseCode === 451) ?? answers.find(Boolean)
          if (protocol === 'smtp') done(error)
          else done(null, answers.map((answer) => answer ?? 'OK') as never)
        },
        () => done(reply(AWAY)),
      )
    },
  })
  // A connection that only holds its place ends.
  server.server.on('connection', (socket) => {
    const timer = setTimeout(() => socket.destroy(), LONGEST_MS).unref()
    socket.once('close', () => clearTimeout(timer))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  // One broken connection is its sender's matter.
  server.removeAllListeners('error').on('error', () => undefined)
  return {
    port: (server.server.address() as AddressInfo).port,
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}

type Answer = (Error & { responseCode: number }) | undefined

async function receive(inbox: Inbox, stream: SMTPServerDataStream, { envelope }: SMTPServerSession): Promise<Answer[]> {
  const mail = await readAll(stream)
  const returnPath = envelope.mailFrom ? envelope.mailFrom.address : ''
  const answers: Answer[] = []
  for (const { address } of envelope.rcptTo) {
    const taken = inbox.take({ ...mail, recipients: [address], returnPath })
    answers.push(await taken.then(refusal, () => reply(AWAY)))
  }
  return answers
}

/** The mail, of one that is larger than may be its beginning; the rest is read, so that its sender hears of it. */
async function readAll(stream: SMTPServerDataStream): Promise<{ raw: Buffer; bytes: number }> {
  const parts: Buffer[] = []
  for await (const part of stream) if (!stream.sizeExceeded) parts.push(part)
  return { raw: Buffer.concat(parts), bytes: stream.byteLength }
}

const refusal = (taken: Taken): Answer => {
  const words = REPLIES[taken]
  return words ? reply(words) : undefined
}
const reply = ([responseCode, text]: [number, string]) => Object.assign(new Error(text), { responseCode })
