import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'

/** What a mail server does with a student, by the number in the address. */
export type Manner =
  | 'takes it'
  | 'refuses for good'
  | 'refuses twice, then takes it'
  | 'refuses always'
  | 'hangs up before the mail once'
  | 'hangs up after the mail'
  | 'stalls after the mail'
  | 'takes it and says no once'
  | 'says yes and loses it'

export const numberOf = (address: string): number => Number(/^s(\d+)@/.exec(address)?.[1] ?? 0)

export function mannerOf(address: string): Manner {
  const number = numberOf(address)
  if (number % 1000 === 500 + 1) return 'stalls after the mail'
  if (number % 1000 === 500 + 2) return 'refuses always'
  switch (number % 100) {
    case 1:
    case 2:
      return 'refuses for good'
    case 3:
    case 4:
    case 5:
      return 'refuses twice, then takes it'
    case 6:
      return 'hangs up before the mail once'
    case 7:
      return 'hangs up after the mail'
    case 8:
      return 'takes it and says no once'
    case 9:
      return 'says yes and loses it'
    default:
      return 'takes it'
  }
}

/** One try: when it came, whether the whole mail was there, and what was answered; null for no answer. */
export type Try = { at: number; hadMail: boolean; said: number | null; marked: boolean }

export type HostileMailServer = {
  port: number
  tries: Map<string, Try[]>
  /** How many mails were answered with yes. */
  readonly taken: number
  /** Goes away with all its talks, and comes back on the same port. */
  die(): Promise<void>
  rise(): Promise<void>
  close(): Promise<void>
}

/** A mail server at its worst, in this process. */
export async function startHostileMailServer(): Promise<HostileMailServer> {
  const tries = new Map<string, Try[]>()
  const sockets = new Set<Socket>()
  let taken = 0
  let port = 0
  let server: SMTPServer
  const note = (address: string, hadMail: boolean, said: number | null, marked = false) => {
    const known = tries.get(address) ?? []
    known.push({ at: Date.now(), hadMail, said, marked })
    tries.set(address, known)
    if (said === 250) taken += 1
  }
  const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })
  const hangUp = (session: SMTPServerSession) => {
    for (const socket of sockets) if (socket.remotePort === session.remotePort) socket.destroy()
  }
  const open = () =>
    new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      disableReverseLookup: true,
      onRcptTo({ address }, session, done) {
        const before = tries.get(address)?.length ?? 0
        const manner = mannerOf(address)
        if (manner === 'refuses for good') {
          note(address, false, 550)
          return done(refusal(550, '5.7.1 not wanted here'))
        }
        if (manner === 'refuses always' || (manner === 'refuses twice, then takes it' && before < 2)) {
          note(address, false, 451)
          return done(refusal(451, '4.7.0 try again later'))
        }
        if (manner === 'hangs up before the mail once' && before === 0) {
          note(address, false, null)
          return hangUp(session)
        }
        done()
      },
      onData(stream, session, done) {
        const address = session.envelope.rcptTo[0]?.address ?? ''
        let text = ''
        stream.on('data', (chunk: Buffer) => {
          if (text.length < 20_000) text += chunk.toString()
        })
        stream.on('end', () => {
          const manner = mannerOf(address)
          const marked = /list-unsubscribe-post:/i.test(text)
          if (manner === 'stalls after the mail') return note(address, true, null, marked)
          if (manner === 'hangs up after the mail') {
            note(address, true, null, marked)
            return hangUp(session)
          }
          if (manner === 'takes it and says no once' && !tries.has(address)) {
            note(address, true, 451, marked)
            return done(refusal(451, '4.3.0 local error'))
          }
          note(address, true, 250, marked)
          done()
        })
      },
    })
  async function rise(): Promise<void> {
    server = open()
    server.on('error', () => undefined)
    server.server.on('connection', (socket: Socket) => {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
      socket.on('error', () => undefined)
    })
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    port = (server.server.address() as AddressInfo).port
  }
  async function die(): Promise<void> {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    for (const socket of sockets) socket.destroy()
    await closed
  }
  await rise()
  return {
    get port() {
      return port
    },
    tries,
    get taken() {
      return taken
    },
    die,
    rise,
    close: die,
  }
}
