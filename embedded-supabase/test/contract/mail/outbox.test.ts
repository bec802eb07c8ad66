import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { DatabaseUnavailable } from '../../../src/errors.ts'
import type { Database, LogEntry } from '../../../src/index.ts'
import { type Mailer, startMailer } from '../../../src/mail/index.ts'
import { startTestSmtp, type TestSmtp } from '../../support/smtp.ts'
import { startTestServer, type TestServer } from '../../support/start.ts'

/** How long a test waits for what happens soon, on whatever machine. */
const PATIENCE_MS = 60_000

const FROM = '"בדיקה" <sender@academy.example>'

let server: TestServer
let smtp: TestSmtp
const mailers: Mailer[] = []
const logged: LogEntry[] = []

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  smtp = await startTestSmtp({ refuse: (recipient) => ({ 'gone@x.example': 550, 'full@x.example': 452 })[recipient] })
  await server.supabase.database.asAuthAdmin((tx) => tx.query('delete from mail.outbox'))
  logged.length = 0
})
afterEach(async () => {
  await Promise.all(mailers.splice(0).map((mailer) => mailer.close()))
  await smtp.close()
})

async function start(
  port = smtp.port,
  database = server.supabase.database,
  heldWhen: string | undefined = undefined,
): Promise<Mailer> {
  const mailer = await startMailer({
    database,
    smtp: { host: '127.0.0.1', port, secure: false, from: FROM },
    heldWhen,
    log: (entry) => logged.push(entry),
  })
  mailers.push(mailer)
  return mailer
}

async function queue(mailer: Mailer, recipient: string, subject = 'קישור הכניסה שלכם'): Promise<void> {
  await server.supabase.database.asAuthAdmin((tx) =>
    mailer.enqueue(tx, { recipient, subject, html: '<p dir="rtl">שלום</p>', text: 'שלום', kind: 'magic_link' }),
  )
  mailer.wake()
}

type Row = { status: string; attempts: number; html: string; last_error: string | null; wait_s: number; id: string }
async function row(recipient: string): Promise<Row | undefined> {
  const { rows } = await server.supabase.database.asAuthAdmin((tx) =>
    tx.query<Row>(
      `select *, extract(epoch from next_attempt_at - created_at)::float8 as wait_s from mail.outbox where recipient = $1`,
      [recipient],
    ),
  )
  return rows[0]
}

// The worker looks by itself after 3 s: a machine that is busy may take several tries to be sooner.
test('sends a committed mail at once, with text, HTML and a Message-ID that names the row', { retry: 5 }, async () => {
  const mailer = await start()
  await queue(mailer, 'dana@x.example')
  await vi.waitFor(async () => expect((await row('dana@x.example'))?.status).toBe('sent'), 2_500)
  const [mail] = smtp.mails
  expect(mail).toMatchObject({
    subject: 'קישור הכניסה שלכם',
    from: { name: 'בדיקה', address: 'sender@academy.example' },
    to: [{ address: 'dana@x.example' }],
  })
  expect(mail?.text).toContain('שלום')
  expect(mail?.html).toContain('<p dir="rtl">')
  expect(mail?.messageId).toBe(`<${(await row('dana@x.example'))?.id}@academy.example>`)
})

test('keeps no link of a mail that was sent', async () => {
  const mailer = await start()
  await queue(mailer, 'dana@x.example')
  await vi.waitFor(
    async () => expect(await row('dana@x.example')).toMatchObject({ status: 'sent', html: '' }),
    PATIENCE_MS,
  )
})

test('sends nothing of a transaction that is rolled back', async () => {
  const mailer = await start()
  const mail = { recipient: 'never@x.example', subject: 'x', html: 'x', text: 'x', kind: 'x' }
  const failing = server.supabase.database.asAuthAdmin(async (tx) => {
    await mailer.enqueue(tx, mail)
    throw new Error('stop')
  })
  await expect(failing).rejects.toThrow('stop')
  mailer.wake()
  await queue(mailer, 'dana@x.example')
  await vi.waitFor(() => expect(smtp.mails).toHaveLength(1), PATIENCE_MS)
  expect(smtp.mails[0]?.to?.[0]).toMatchObject({ address: 'dana@x.example' })
})

test('gives up at once when the recipient is refused for good, and tries again when it is refused for now', async () => {
  const mailer = await start()
  await queue(mailer, 'gone@x.example')
  await queue(mailer, 'full@x.example')
  await vi.waitFor(async () => {
    expect(await row('gone@x.example')).toMatchObject({ status: 'abandoned', attempts: 1, html: '' })
    expect(await row('full@x.example')).toMatchObject({
      status: 'queued',
      attempts: 1,
      last_error: expect.any(String),
    })
  }, PATIENCE_MS)
  expect((await row('full@x.example'))?.wait_s).toBeGreaterThan(3)
  expect(JSON.stringify(logged)).not.toContain('x.example')
})

test.each([
  'a@x.example\r\nBcc: victim@x.example',
  'a@x.example, b@x.example',
  'a@x.example>,<b@x.example',
  '"a b"@x.example',
  'no-at-sign',
])('abandons a recipient that is not one plain address: %j', async (recipient) => {
  const mailer = await start()
  await queue(mailer, recipient)
  await vi.waitFor(async () => expect(await row(recipient)).toMatchObject({ status: 'abandoned' }), PATIENCE_MS)
  expect(smtp.mails).toHaveLength(0)
})

test('keeps a subject from adding headers', async () => {
  const mailer = await start()
  await queue(mailer, 'dana@x.example', 'שלום\r\nBcc: victim@x.example\r\n\r\nbody')
  await vi.waitFor(() => expect(smtp.mails).toHaveLength(1), PATIENCE_MS)
  expect(smtp.mails[0]?.bcc ?? []).toHaveLength(0)
  expect(smtp.mails[0]?.subject).toBe('שלום Bcc: victim@x.example body')
})

test('loses and doubles nothing over an outage, with two processes at work', async () => {
  const { port } = smtp
  await smtp.close()
  const [one, other] = [await start(port), await start(port)]
  for (let i = 0; i < 60; i++) await queue(i % 2 ? one : other, `student${i}@x.example`)
  await vi.waitFor(
    async () => expect((await row('student0@x.example'))?.last_error).toContain('ECONNREFUSED'),
    PATIENCE_MS,
  )
  smtp = await startTestSmtp({ port })
  await vi.waitFor(
    async () => {
      await server.supabase.database.asAuthAdmin((tx) => tx.query('update mail.outbox set next_attempt_at = now()'))
      one.wake()
      other.wake()
      const { rows } = await server.supabase.database.asAuthAdmin((tx) =>
        tx.query<{ left: number }>(`select count(*)::int as left from mail.outbox where status <> 'sent'`),
      )
      expect(rows[0]?.left).toBe(0)
    },
    { timeout: PATIENCE_MS, interval: 200 },
  )
  const recipients = smtp.mails.map((mail) => mail.to?.[0]?.address)
  expect(new Set(recipients).size).toBe(60)
  expect(recipients).toHaveLength(60)
})

test('a mail server is tried at the start, and a cause told once, in its own words', async () => {
  const { port } = smtp
  await smtp.close()
  const mailer = await start(port)
  await vi.waitFor(() => expect(mailer.watch.health()).toMatchObject({ state: 'mails fail' }), PATIENCE_MS)
  await queue(mailer, 'dana@x.example')
  await vi.waitFor(async () => expect((await row('dana@x.example'))?.attempts).toBe(1), PATIENCE_MS)
  smtp = await startTestSmtp({ port })
  await server.supabase.database.asAuthAdmin((tx) => tx.query('update mail.outbox set next_attempt_at = now()'))
  mailer.wake()
  await vi.waitFor(() => expect(mailer.watch.health()).toEqual({ state: 'mails leave' }), PATIENCE_MS)
  expect(logged.map(({ cause, message }) => cause ?? message)).toEqual([
    ...[expect.stringContaining('ECONNREFUSED'), 'mails leave again'],
  ])
})

test('abandons after a day what no server took', async () => {
  await server.supabase.database.asAuthAdmin((tx) =>
    tx.query(`insert into mail.outbox (recipient, subject, html, text_body, kind, created_at)
      values ('late@x.example', 's', 'h', 't', 'k', now() - interval '24 hours 1 second')`),
  )
  await start()
  await vi.waitFor(
    async () => expect(await row('late@x.example')).toMatchObject({ status: 'abandoned', html: '' }),
    PATIENCE_MS,
  )
  expect(smtp.mails).toHaveLength(0)
})

test('sends once what the database was too late to hear of', async () => {
  const { database } = server.supabase
  let failures = 0
  const flaky: Database = {
    ...database,
    async asMailer(run) {
      if (smtp.mails.length === 1 && failures++ < 2) throw new DatabaseUnavailable('away')
      return database.asMailer(run)
    },
  }
  const mailer = await start(smtp.port, flaky)
  await database.asAuthAdmin((tx) =>
    mailer.enqueue(tx, { recipient: 'dana@x.example', subject: 's', html: 'h', text: 't', kind: 'k' }),
  )
  mailer.wake()
  await vi.waitFor(
    async () => {
      mailer.wake()
      expect((await row('dana@x.example'))?.status).toBe('sent')
    },
    { timeout: PATIENCE_MS, interval: 100 },
  )
  expect(failures).toBeGreaterThan(1)
  expect(smtp.mails).toHaveLength(1)
  expect(logged.filter(({ message }) => message === 'outbox not reached')).toHaveLength(1)
})

test('takes no mail while the condition holds that the host has named, and all that waited when it does not', async () => {
  await server.supabase.database.asOwner((tx) =>
    tx.query('create table public.holds (); grant select on public.holds to supabase_auth_admin'),
  )
  const lookedAt: string[] = []
  const { database } = server.supabase
  const watched: Database = {
    ...database,
    asMailer: (run) =>
      database.asMailer((tx) =>
        run({
          query: (text, values) => {
            if (text.includes('for update skip locked')) lookedAt.push(text)
            return tx.query(text, values)
          },
        }),
      ),
  }
  await database.asOwner((tx) => tx.query('insert into public.holds default values'))
  const mailer = await start(smtp.port, watched, 'exists (select from public.holds)')
  await queue(mailer, 'dana@x.example')
  await vi.waitFor(() => expect(lookedAt.length).toBeGreaterThan(1), PATIENCE_MS)
  expect([smtp.mails.length, (await row('dana@x.example'))?.attempts]).toEqual([0, 0])
  await database.asOwner((tx) => tx.query('delete from public.holds'))
  mailer.wake()
  await vi.waitFor(() => expect(smtp.mails).toHaveLength(1), PATIENCE_MS)
})
