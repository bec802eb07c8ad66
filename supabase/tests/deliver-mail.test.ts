import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { handler } from '../functions/deliver-mail/handler.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { callAs, owner, rowsAs } from './support/outcome.ts'
import { SERVICE, signUp } from './support/people.ts'
import { SERVICE_KEY, stubRest } from './support/rest-shim.ts'

type Row = { id: string; status: string; attempts: number; last_error: string | null; html: string; text_body: string }

let database: Database
let server: SMTPServer
let received: { to: string[]; text: string }[]
/** How the mail server answers a recipient. */
let answer: (address: string) => number

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
  received = []
  answer = () => 250
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

async function queue(recipient: string): Promise<string> {
  const rows = await owner<{ id: string }>(
    database,
    `insert into email_outbox (kind, recipient, subject, html, text_body) values ('test', $1, 'שלום', '<p>קישור</p>', 'קישור') returning id`,
    [recipient],
  )
  return rows[0]?.id ?? ''
}
async function deliver(key = SERVICE_KEY): Promise<{ status: number; body: unknown }> {
  const response = await handler(
    new Request('http://functions.test/deliver-mail', { method: 'POST', headers: { authorization: `Bearer ${key}` } }),
  )
  return { status: response.status, body: await response.json() }
}
const row = async (id: string) => (await owner<Row>(database, 'select * from email_outbox where id = $1', [id]))[0]

describe('delivering', () => {
  test.each(['האקדמיה לפיננסים', '"academy" <>', 'a@example.com, b@example.com'])(
    'nothing is sent as %j, which is not one address, and the mail waits',
    async (from) => {
      vi.stubEnv('MAIL_FROM', from)
      const id = await queue('a@example.com')
      expect(await deliver()).toMatchObject({ status: 503, body: { code: 'SENDER_WITHOUT_ADDRESS' } })
      expect([received.length, (await row(id))?.status]).toEqual([0, 'queued'])
    },
  )

  test('sends what waits, once, and keeps no text of it', async () => {
    const ids = await Promise.all(['a@example.com', 'b@example.com'].map(queue))
    expect(await deliver()).toEqual({ status: 200, body: { sent: 2, failed: 0 } })
    expect(received.map(({ to }) => to).sort()).toEqual([['a@example.com'], ['b@example.com']])
    expect(await row(ids[0] ?? '')).toMatchObject({ status: 'sent', attempts: 1, html: '', text_body: '' })
    expect(await deliver()).toEqual({ status: 200, body: { sent: 0, failed: 0 } })
  })

  test('many workers at once send each mail once', async () => {
    for (let i = 0; i < 30; i++) await queue(`person${i}@example.com`)
    await Promise.all([deliver(), deliver(), deliver(), deliver()])
    expect(new Set(received.map(({ to }) => to[0])).size).toBe(30)
    expect(received).toHaveLength(30)
  })

  test('a slow mail server is sent nothing of a batch that another worker may have taken', async () => {
    const start = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now: start })
    onTestFinished(() => void vi.useRealTimers())
    const moments: number[] = []
    answer = () => {
      moments.push(Date.now() - start)
      vi.setSystemTime(Date.now() + 7_000)
      return 250
    }
    for (let i = 0; i < 20; i++) await queue(`slow${i}@example.com`)
    expect(await deliver()).toEqual({ status: 200, body: { sent: 9, failed: 0 } })
    expect(moments.at(-1)).toBe(56_000)
    for (const sent of [9, 2]) {
      await owner(database, `update email_outbox set locked_until = now() - interval '1 second'`)
      expect(await deliver()).toMatchObject({ body: { sent } })
    }
    expect(new Set(received.map(({ to }) => to[0])).size).toBe(20)
    expect(received).toHaveLength(20)
  })

  test('tries again later what the mail server could not take, and gives up what it refuses', async () => {
    answer = (address) => (address.startsWith('later') ? 451 : 550)
    const later = await queue('later@example.com')
    const never = await queue('never@example.com')
    const { body } = await deliver()
    expect(body).toMatchObject({ sent: 0, failed: 2 })
    const reasons = (body as { reasons: { failure: string; failure_kind: string }[] }).reasons
    expect(reasons.map(({ failure, failure_kind }) => [/\d{3}/.exec(failure)?.[0], failure_kind]).sort()).toEqual([
      ...[
        ['451', 'temporary'],
        ['550', 'permanent'],
      ],
    ])
    expect(await row(later)).toMatchObject({ status: 'queued', attempts: 1 })
    expect(await row(never)).toMatchObject({ status: 'abandoned', text_body: '' })
    expect(await deliver()).toMatchObject({ body: { sent: 0, failed: 0 } })
    answer = () => 250
    await owner(database, `update email_outbox set next_attempt_at = now() where status = 'queued'`)
    expect(await deliver()).toMatchObject({ body: { sent: 1 } })
  })

  test('a decoy goes through the queue and to nobody, also while no mail server answers', async () => {
    await owner(
      database,
      `insert into email_outbox (kind, recipient, subject, html, text_body, is_decoy)
       values ('account_recovery', 'nobody@nobody.invalid', 's', 'h', 't', true)`,
    )
    const port = process.env.SMTP_PORT ?? ''
    vi.stubEnv('SMTP_PORT', '1')
    const real = await queue('a@example.com')
    const reason = { failure: expect.stringContaining('ECONNREFUSED'), failure_kind: 'unreachable' }
    expect(await deliver()).toEqual({ status: 200, body: { sent: 0, failed: 2, reasons: [reason] } })
    const states = await owner(database, 'select status, last_failure from email_outbox')
    expect(states).toEqual(Array(2).fill({ status: 'queued', last_failure: 'unreachable' }))
    vi.stubEnv('SMTP_PORT', port)
    await owner(database, 'update email_outbox set next_attempt_at = now()')
    expect(await deliver()).toEqual({ status: 200, body: { sent: 2, failed: 0 } })
    expect(received.map(({ to }) => to)).toEqual([['a@example.com']])
    expect(await row(real)).toMatchObject({ status: 'sent' })
  })

  test('waits 1, 2, 4 ... minutes, at most an hour, and gives up after a day', async () => {
    const id = await queue('a@example.com')
    const waits: number[] = []
    for (let i = 0; i < 9; i++) {
      await owner(database, 'update email_outbox set next_attempt_at = now()')
      await rowsAs(database, SERVICE, 'select * from claim_emails(1)')
      await callAs(database, SERVICE, 'finish_email', [id, 'down'])
      const rows = await owner<{ wait: string }>(
        database,
        `select extract(epoch from next_attempt_at - now()) / 60 as wait from email_outbox`,
      )
      waits.push(Math.round(Number(rows[0]?.wait)))
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60])
    await owner(database, `update email_outbox set created_at = now() - interval '25 hours', next_attempt_at = now()`)
    await callAs(database, SERVICE, 'finish_email', [id, 'down'])
    expect(await row(id)).toMatchObject({ status: 'abandoned' })
  })

  test('a failure that comes late leaves the mail to the worker that has it now', async () => {
    const { calls } = stubRest(database)
    const shim = fetch
    // Between the sending and its end the mail is taken again.
    vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
      if (String(request[0]).endsWith('/finish_email')) {
        await owner(database, `update email_outbox set locked_until = now() - interval '1 second'`)
        await rowsAs(database, SERVICE, 'select * from claim_emails(1)')
      }
      return shim(...request)
    })
    answer = () => 451
    const id = await queue('a@example.com')
    await deliver()
    expect(calls).toContain('finish_email')
    expect(await rowsAs(database, SERVICE, 'select * from claim_emails(1)')).toEqual([])
    expect(await row(id)).toMatchObject({ status: 'queued', attempts: 2, last_error: null })
    await callAs(database, SERVICE, 'finish_email', [id, null, 'temporary', 1])
    expect(await row(id)).toMatchObject({ status: 'sent' })
  })

  test('a mail whose worker died is sent by the next one', async () => {
    await queue('a@example.com')
    await rowsAs(database, SERVICE, 'select * from claim_emails(1)')
    expect(await deliver()).toMatchObject({ body: { sent: 0 } })
    await owner(database, `update email_outbox set locked_until = now() - interval '1 second'`)
    expect(await deliver()).toMatchObject({ body: { sent: 1 } })
  })
})

describe('mails that were queued by what they say', () => {
  const say = async (kind: string, content: object) =>
    owner(
      database,
      `insert into email_outbox (kind, recipient, subject, content) values ($1, 'a@example.com', 'שלום', $2)`,
      [kind, content],
    )
  const nameAcademy = () =>
    owner(
      database,
      `insert into app_settings (key, value) values ('academy_name', '"האקדמיה לכלכלה"'), ('contact_address', '"הרצל 1, חיפה"')
       on conflict (key) do update set value = excluded.value`,
    )
  const sent = async () => PostalMime.parse(received[0]?.text ?? '')
  const header = (email: Email, key: string) => email.headers.find((one) => one.key === key)?.value

  test('a marketing mail carries its way out: a link in html and text, and headers for one press (RFC 8058)', async () => {
    await say('marketing', {
      title: 'קורס <חדש>',
      lead: 'על ריבית & מדד.',
      button_text: 'לקורס',
      button_path: '/courses',
      unsubscribe_token: 'a+b/c',
    })
    expect(await deliver()).toMatchObject({ body: { sent: 1 } })
    const mail = await sent()
    expect(header(mail, 'list-unsubscribe')).toBe('<https://academy.test/unsubscribe/one-click?token=a%2Bb%2Fc>')
    expect(header(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    for (const body of [mail.html, mail.text])
      expect(body).toContain('https://academy.test/unsubscribe?token=a%2Bb%2Fc')
    expect(mail.html).toContain('קורס &lt;חדש&gt;')
    expect(mail.html).toContain('href="https://academy.test/courses"')
    expect(mail.text).toContain('https://academy.test/contact')
    expect(await owner(database, 'select content from email_outbox')).toEqual([{ content: null }])
  })

  test.each(['//evil.example', 'https://evil.example', 'javascript:alert(1)', ''])(
    'its button leads nowhere but to the site: %j',
    async (button_path) => {
      await say('marketing', { title: 'x', lead: 'y', button_path, unsubscribe_token: 't' })
      await deliver()
      expect((await sent()).html).toContain('href="https://academy.test"')
      expect((await sent()).html).not.toContain('evil')
    },
  )

  test('the mail of a deletion names the day and the way back, the last one says it is done; neither can be refused', async () => {
    await say('account_deletion_requested', { due_at: '2026-12-05T22:30:00Z' })
    await deliver()
    const mail = await sent()
    expect(mail.text).toContain('החשבון יימחק ב־6 בדצמבר 2026')
    expect(mail.html).toContain('href="https://academy.test/profile/privacy"')
    expect(header(mail, 'list-unsubscribe')).toBeUndefined()
    received = []
    await say('account_deleted', {})
    await deliver()
    expect((await sent()).text).toContain('החשבון נמחק')
  })

  test('[7-06] the notice of a new device says browser, system, time and network in words, and leads to the way to object', async () => {
    const { id } = await signUp(database, 'a@example.com')
    await database.asAuthAdmin((tx) =>
      tx.query(`insert into auth.sessions (user_id, user_agent, ip) values ($1, $2, '84.229.17.4')`, [
        id,
        'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 <b>',
      ]),
    )
    const queued = await owner<{ token: string }>(database, `select content ->> 'token' as token from email_outbox`)
    expect(await deliver()).toMatchObject({ body: { sent: 1 } })
    const mail = await sent()
    expect(mail.subject).toBe('כניסה ממכשיר חדש לחשבון · האקדמיה לפיננסים')
    const day = new Intl.DateTimeFormat('he-IL', { dateStyle: 'long', timeZone: 'Asia/Jerusalem' }).format(new Date())
    expect(mail.text).toContain(`קודם: Chrome ב־Windows, מהרשת 84.229.*.*, ${day} בשעה `)
    expect(mail.html).toContain('<bdi dir="ltr">84.229.*.*</bdi>')
    for (const body of [mail.html, mail.text]) {
      expect(body).toContain(`https://academy.test/auth/not-me?token=${queued[0]?.token}`)
      expect(body).toContain('זה לא הייתי אני')
    }
    expect(header(mail, 'list-unsubscribe')).toBeUndefined()
    expect(await owner(database, 'select content from email_outbox')).toEqual([{ content: null }])
  })

  test('every kind names the academy as the settings do when it leaves, and marketing its postal address too', async () => {
    const contents = {
      account_deletion_requested: { due_at: '2026-12-05T22:30:00Z' },
      account_deleted: {},
      security_notice: { what: 'new_device', events: [{ at: '2026-12-05T22:30:00Z' }], times: 1, token: 't' },
      support_answer: { ticket_id: 'x', subject: 's', body: 'b' },
      weekly_figures: { first: '2026-11-15', last: '2026-11-21', week: {}, before: {} },
      marketing: { title: 'x', lead: 'y', unsubscribe_token: 't' },
    }
    for (const [kind, content] of Object.entries(contents)) await say(kind, content)
    await nameAcademy()
    onTestFinished(async () => void (await owner(database, 'delete from app_settings')))
    expect(await deliver()).toMatchObject({ body: { sent: 6 } })
    const mails = await Promise.all(received.map(({ text }) => PostalMime.parse(text)))
    for (const { html, text } of mails) {
      expect(html).toContain('>האקדמיה לכלכלה</td>')
      expect(text).toContain('האקדמיה לכלכלה. לימודי כלכלה')
      expect(html).not.toContain('לפיננסים')
    }
    const named = mails.filter(({ text }) => text?.includes('ההודעה נשלחה מאת האקדמיה לכלכלה, הרצל 1, חיפה.'))
    expect(named.map(({ text }) => text?.includes('כי אישרתם לקבל מאיתנו דיוור'))).toEqual([true])
  })

  test('the settings are asked for once a run, and a mail waits while they cannot be read', async () => {
    const { calls } = stubRest(database)
    await say('account_deleted', {})
    await say('marketing', { title: 'x', lead: 'y', unsubscribe_token: 't' })
    await owner(database, 'revoke execute on function mail_sender() from service_role')
    onTestFinished(async () => void (await owner(database, 'grant execute on function mail_sender() to service_role')))
    expect(await deliver()).toMatchObject({ body: { sent: 0, failed: 2 } })
    expect(calls.filter((name) => name === 'mail_sender')).toHaveLength(1)
    expect(
      await owner(database, `select from email_outbox where status = 'queued' and content is not null`),
    ).toHaveLength(2)
  })

  test('subjects that the database writes name it too', async () => {
    await nameAcademy()
    onTestFinished(async () => void (await owner(database, 'delete from app_settings')))
    const dana = await signUp(database, 'leaving@example.com')
    await owner(database, `select private.mark_for_deletion(users, null, null) from users where id = $1`, [dana.id])
    await owner(database, `select private.purge_account(users) from users where id = $1`, [dana.id])
    const [{ notice } = {}] = await owner<{ notice: string }>(
      database,
      `select private.notice_subject('new_device') as notice`,
    )
    expect(notice).toBe('כניסה ממכשיר חדש לחשבון · האקדמיה לכלכלה')
    expect(await owner(database, 'select subject from email_outbox')).toEqual([
      { subject: 'החשבון נמחק · האקדמיה לכלכלה' },
    ])
  })

  test('a kind without a look is tried again, not lost', async () => {
    await say('riddle', {})
    expect(await deliver()).toMatchObject({ body: { sent: 0, failed: 1 } })
    expect(await owner(database, 'select status, content from email_outbox')).toEqual([
      { status: 'queued', content: {} },
    ])
  })
})

describe('refusing', () => {
  test('only the service key may ask', async () => {
    expect(await deliver('anon')).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect(await deliver('')).toMatchObject({ status: 403 })
  })

  test('without a mail server nothing is claimed', async () => {
    vi.stubEnv('SMTP_HOST', '')
    const id = await queue('a@example.com')
    expect(await deliver()).toMatchObject({ status: 503, body: { code: 'SMTP_NOT_CONFIGURED' } })
    expect(await row(id)).toMatchObject({ attempts: 0 })
  })

  test.each([
    'a@example.com, b@example.com',
    '"a@evil.com x"@example.com',
    'a@example.com\r\nBcc: b@example.com',
    'a',
    '<a@example.com>',
    'a@b@c',
  ])('the recipient %j is never queued', async (recipient) => {
    await expect(queue(recipient)).rejects.toThrow()
  })
})
