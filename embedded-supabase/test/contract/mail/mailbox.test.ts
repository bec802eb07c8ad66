import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { LogEntry } from '../../../src/index.ts'
import { type Mailer, startMailer } from '../../../src/mail/index.ts'
import { startTestServer, type TestServer } from '../../support/start.ts'

let server: TestServer
let mailer: Mailer
const logged: LogEntry[] = []

beforeAll(async () => {
  server = await startTestServer()
  mailer = await startMailer({
    database: server.supabase.database,
    mailbox: true,
    log: (entry) => logged.push(entry),
  })
})
afterAll(async () => {
  await mailer.close()
  await server.close()
})

async function open(path: string): Promise<{ status: number; html: string; policy: string }> {
  const response = await mailer.mailboxPage?.(new Request(`http://localhost${path}`))
  if (!response) throw new Error('There is no mailbox')
  const policy = response.headers.get('content-security-policy') ?? ''
  return { status: response.status, html: await response.text(), policy }
}

test('shows a caught mail with its links, and logs the first of them', async () => {
  await server.supabase.database.asAuthAdmin((tx) =>
    mailer.enqueue(tx, {
      recipient: 'dana@x.example',
      subject: '<b>הכניסה</b>',
      html: '<p dir="rtl"><a href="https://academy.example/?a=1&amp;b=2">כניסה</a></p><script>alert(1)</script>',
      text: 'כניסה: https://academy.example/?a=1&b=2',
      kind: 'magic_link',
    }),
  )
  mailer.wake()
  await vi.waitFor(async () => expect((await open('/mailbox')).html).toContain('dana@x.example'), 4_000)
  const list = await open('/mailbox')
  expect(list.html).toContain('&lt;b&gt;הכניסה&lt;/b&gt;')
  expect(list.html).toContain('http-equiv="refresh"')
  expect(list.policy).not.toContain('unsafe-inline')
  const path = /href="(\/mailbox\/[0-9a-f-]+)"/.exec(list.html)?.[1] ?? ''
  const mail = await open(path)
  expect(mail.html).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"')
  expect(mail.html).not.toContain('<script>')
  expect(mail.html).toContain('<a href="https://academy.example/?a=1&amp;b=2" dir="ltr">')
  expect(mail.policy).toContain("default-src 'none'")
  expect(logged).toContainEqual(expect.objectContaining({ link: 'https://academy.example/?a=1&b=2' }))
})

test('takes mails of the functions by the same server', async () => {
  const { smtp } = mailer
  const transport = createTransport({ host: smtp?.host, port: smtp?.port, secure: false })
  await transport.sendMail({ from: smtp?.from, to: 'noa@x.example', subject: 'פרטי הכניסה', text: 'שלום' })
  expect((await open('/mailbox')).html).toContain('noa@x.example')
})

test('keeps the newest two hundred', async () => {
  await server.supabase.database.asAuthAdmin((tx) =>
    tx.query(
      `insert into mail.mailbox (recipient, sender, subject) select 'r' || n, 's', 'x' from generate_series(1, 300) n`,
    ),
  )
  const { smtp } = mailer
  await createTransport({ host: smtp?.host, port: smtp?.port, secure: false }).sendMail({
    from: smtp?.from,
    to: 'last@x.example',
    subject: 'x',
    text: 'x',
  })
  const { rows } = await server.supabase.database.asAuthAdmin((tx) =>
    tx.query<{ count: number }>('select count(*)::int as count from mail.mailbox'),
  )
  expect(rows[0]?.count).toBe(200)
})

test('answers 404 for a mail that is not there and 405 for a change', async () => {
  expect((await open('/mailbox/00000000-0000-4000-8000-000000000000')).status).toBe(404)
  expect((await open("/mailbox/' or 1=1")).status).toBe(404)
  const response = await mailer.mailboxPage?.(new Request('http://localhost/mailbox', { method: 'POST' }))
  expect(response?.status).toBe(405)
})

test('does not exist beside a real mail server, nor unless asked for', async () => {
  const { database } = server.supabase
  const log = () => undefined
  const real = { host: '127.0.0.1', port: 9, secure: false, from: 'a@x.example' }
  for (const options of [{ smtp: real, mailbox: true }, { mailbox: false }]) {
    const other = await startMailer({ database, log, ...options })
    expect(other.mailboxPage).toBeUndefined()
    await other.close()
  }
})
