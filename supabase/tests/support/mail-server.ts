import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import type { Database } from '../../../embedded-supabase/src/database/index.ts'
import { handler } from '../../functions/deliver-mail/handler.ts'
import { openAcademyDatabase } from './academy-database.ts'
import { owner } from './outcome.ts'
import { SERVICE_KEY, stubRest } from './rest-shim.ts'

/** The database of the file that called `withMailServer`. */
export let database: Database
/** What its mail server was given since the test began. */
export let received: { to: string[]; text: string }[]
let answer: (address: string) => number

/** Says with which code the mail server answers a recipient; 250 takes the mail. */
export const answerWith = (how: typeof answer): void => {
  answer = how
}
export const clearReceivedMails = (): void => {
  received = []
}

/** Gives a test file a database, and a mail server to which the function `deliver-mail` delivers. */
export function withMailServer(): void {
  let server: SMTPServer
  beforeAll(async () => {
    database = await openAcademyDatabase()
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onRcptTo({ address }, _, done) {
        const responseCode = answer(address)
        done(responseCode === 250 ? null : Object.assign(new Error('refused'), { responseCode }))
      },
      onData(stream, session, done) {
        let text = ''
        stream.on('data', (chunk: Buffer) => {
          text += chunk.toString()
        })
        stream.on('end', () => {
          received.push({ to: session.envelope.rcptTo.map(({ address }) => address), text })
          done()
        })
      },
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(async () => {
    await new Promise<void>((resolve) => server.close(() => resolve()))
    await database?.close()
  })
  beforeEach(async () => {
    clearReceivedMails()
    answerWith(() => 250)
    stubRest(database)
    vi.stubEnv('SMTP_HOST', '127.0.0.1')
    vi.stubEnv('SMTP_PORT', String((server.server.address() as AddressInfo).port))
    vi.stubEnv('MAIL_FROM', 'האקדמיה לפיננסים <academy@example.com>')
    await owner(database, 'delete from email_outbox')
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.unstubAllEnvs()
  })
}

/** Runs the function once. */
export async function deliver(key = SERVICE_KEY): Promise<{ status: number; body: unknown }> {
  const response = await handler(
    new Request('http://functions.test/deliver-mail', { method: 'POST', headers: { authorization: `Bearer ${key}` } }),
  )
  return { status: response.status, body: await response.json() }
}
