import { type AddressInfo, createServer } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Caller } from '../../embedded-supabase/src/database/index.ts'
import { smtpServer } from '../functions/_shared/smtp.ts'
import { handler } from '../functions/test-mail/handler.ts'
import { owner } from './support/outcome.ts'
import { ANONYMOUS } from './support/people.ts'
import { SERVICE_KEY, stubRest, tokenOf } from './support/rest-shim.ts'
import { as, database, withStaff } from './support/staff.ts'

withStaff()

type Report = { outcome: string; recipient: string; lines: { from: string; text: string }[]; milliseconds: number }

let close: () => Promise<void>
beforeEach(async () => {
  stubRest(database)
  vi.stubEnv('MAIL_FROM', 'האקדמיה <academy@example.com>')
  await owner(database, 'delete from private.attempts')
})
afterEach(async () => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  await close?.()
})

/** A mail server of the test; what it received, by recipient. */
async function serve(options: SMTPServerOptions = {}): Promise<{ to: string; text: string }[]> {
  const received: { to: string; text: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onData(stream, { envelope }, done) {
      let text = ''
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      stream.on('end', () => {
        received.push({ to: envelope.rcptTo.map(({ address }) => address).join(), text })
        done()
      })
    },
    ...options,
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close = () => new Promise((resolve) => server.close(() => resolve()))
  atPort((server.server.address() as AddressInfo).port)
  return received
}

function atPort(port: number): void {
  vi.stubEnv('SMTP_HOST', '127.0.0.1')
  vi.stubEnv('SMTP_PORT', String(port))
}

async function ask(caller: Caller): Promise<{ status: number; body: Report & { code?: string } }> {
  const headers = { authorization: `Bearer ${tokenOf(caller)}` }
  const answer = await handler(new Request('http://supabase.test/functions/v1/test-mail', { method: 'POST', headers }))
  return { status: answer.status, body: (await answer.json()) as Report }
}
const said = ({ lines }: Report) => lines.map(({ from, text }) => `${from}: ${text}`)
const refuse = (responseCode: number) => Object.assign(new Error('not here'), { responseCode })

describe('[2.12-10] a test mail', () => {
  test('goes to the member who asks and to nobody else, with the talk and a line in the audit log', async () => {
    const received = await serve()
    const { status, body } = await ask(as('super_admin'))
    const [account] = await owner<{ email: string }>(
      database,
      `select email from admin_users where supabase_auth_id = $1`,
      [as('super_admin').claims.sub],
    )
    expect([status, body.outcome, body.recipient]).toEqual([200, 'taken', account?.email])
    expect(received.map(({ to }) => to)).toEqual([account?.email])
    expect(said(body)).toContain(`client: RCPT TO:<${account?.email}>`)
    expect(said(body)).toContain('client: EHLO •••')
    expect(said(body).join('\n')).not.toMatch(/<html|Content-Type/)
    const lines = await owner(database, `select actor from audit_log where action = 'test mail'`)
    expect(lines).toEqual([{ actor: as('super_admin').claims.sub }])
  })

  test.each(['admin', 'analyst', 'marketing'] as const)(
    'is refused to the role %s, and nothing leaves',
    async (role) => {
      const received = await serve()
      expect(await ask(as(role))).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
      expect((await ask(ANONYMOUS)).status).toBeGreaterThanOrEqual(400)
      expect(received).toEqual([])
    },
  )

  test('five an hour, also all at once; refused ones leave no line', async () => {
    const received = await serve()
    const answers = await Promise.all(Array.from({ length: 7 }, () => ask(as('super_admin'))))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429, 429])
    expect(received).toHaveLength(5)
  })

  test('hides name and password, and says that the server refused them', async () => {
    vi.stubEnv('SMTP_USER', 'academy-user')
    vi.stubEnv('SMTP_PASSWORD', 'the-secret')
    await serve({ authOptional: false, onAuth: (_, __, done) => done(refuse(535)) })
    const { body } = await ask(as('super_admin'))
    expect(body.outcome).toBe('login')
    const talk = said(body).join('\n')
    expect(talk).toContain('client: AUTH PLAIN •••')
    for (const secret of ['the-secret', 'academy-user'])
      for (const form of [secret, Buffer.from(secret).toString('base64').slice(0, 10)]) expect(talk).not.toContain(form)
  })

  test.each<[string, SMTPServerOptions]>([
    ['sender', { onMailFrom: (_, __, done) => done(refuse(553)) }],
    ['recipient', { onRcptTo: (_, __, done) => done(refuse(550)) }],
    [
      'refused',
      {
        onData: (stream, _, done) => {
          stream.resume()
          stream.on('end', () => done(refuse(554)))
        },
      },
    ],
    // The certificate is the test's own, so nobody believes it.
    ['encryption', { disabledCommands: [] }],
  ])('names what the mail server refuses: %s', async (outcome, options) => {
    await serve(options)
    expect((await ask(as('super_admin'))).body.outcome).toBe(outcome)
  })

  test('says that nobody listens, that nobody answers, and that there is no mail server or no sender', async () => {
    const silent = createServer(() => undefined)
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as AddressInfo
    close = () => new Promise((resolve) => silent.close(() => resolve()))
    atPort(port)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const waiting = ask(as('super_admin'))
    for (let second = 0; second < 25; second += 1) {
      await new Promise((resolve) => setImmediate(resolve))
      await vi.advanceTimersByTimeAsync(1_000)
    }
    vi.useRealTimers()
    expect((await waiting).body.outcome).toBe('too-slow')
    await close()
    expect((await ask(as('super_admin'))).body.outcome).toBe('unreachable')
    vi.stubEnv('MAIL_FROM', 'nobody')
    expect((await ask(as('super_admin'))).body.outcome).toBe('sender-without-address')
    vi.stubEnv('SMTP_HOST', '')
    expect((await ask(as('super_admin'))).body.outcome).toBe('not-configured')
  })

  test('names a port that the platform of hosted functions closes, and the ports that are open', async () => {
    const problem = async () => {
      const headers = { apikey: SERVICE_KEY }
      const address = 'http://supabase.test/functions/v1/test-mail'
      return (await handler(new Request(address, { method: 'POST', headers }))).json()
    }
    vi.stubEnv('SMTP_HOST', 'mx.example')
    for (const port of ['587', '25']) {
      vi.stubEnv('SMTP_PORT', port)
      expect(await problem()).toEqual({ problem: null })
    }
    vi.stubEnv('SB_REGION', 'eu-central-1')
    expect(await problem()).toEqual({ problem: 'port-closed' })
    expect((await ask(as('super_admin'))).body.outcome).toBe('port-closed')
    expect(() => smtpServer()).toThrow(/25 is closed to hosted functions: set 465 or 2465 .* or 2587/)
    for (const port of ['', '465', '2465', '2587']) {
      vi.stubEnv('SMTP_PORT', port)
      expect(await problem()).toEqual({ problem: null })
      expect(smtpServer()).toMatchObject({ port: Number(port || 465), secure: port !== '2587' })
    }
    vi.stubEnv('SMTP_HOST', '')
    expect(await problem()).toEqual({ problem: 'not-configured' })
  })
})
