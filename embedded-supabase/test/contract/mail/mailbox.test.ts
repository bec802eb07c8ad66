import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { LogEntry } from '../../../src/index.ts'
import { type Mailer, startMailer } from '../../../src/mail/index.ts'
import { startTestServer, type TestServer } from '../../support/start.ts'

const KEY = 'the key of this mailbox'.replaceAll(' ', '-')
let server: TestServer
let mailer: Mailer
const logged: LogEntry[] = []

beforeAll(async () => {
  server = await startTestServer()
  mailer = await startMailer({
    database: server.supabase.database,
    mailboxKey: KEY,
    log: (entry) => logged.push(entry),
  })
})
afterAll(async () => {
  await mailer.close()
  await server.close()
})

async function open(path: string): Promise<{ status: number; html: string; policy: string }> {
  const response = await mailer.mailboxPage?.(
    new Request(`http://localhost${path}`, { headers: { cookie: `a=b; mailbox_key=${KEY}` } }),
  )
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
  await vi.waitFor(async () => expect((await open('/mailbox')).html).toContain('dana@x.example'), 60_000)
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
  const response = await mailer.mailboxPage?.(new Request(`http://localhost/mailbox?key=${KEY}`, { method: 'POST' }))
  expect(response?.status).toBe(405)
})

test('does not exist beside a real mail server, nor unless asked for', async () => {
  const { database } = server.supabase
  const log = () => undefined
  const real = { host: '127.0.0.1', port: 9, secure: false, from: 'a@x.example' }
  for (const options of [{ smtp: real, mailboxKey: KEY }, {}]) {
    const other = await startMailer({ database, log, ...options })
    expect(other.mailboxPage).toBeUndefined()
    await other.close()
  }
})

test('opens with its key only, whatever host is named, and the browser keeps the key', async () => {
  const ask = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const response = await mailer.mailboxPage?.(new Request(`http://localhost${path}`, { headers, method }))
    return { status: response?.status, cookie: response?.headers.get('set-cookie'), text: await response?.text() }
  }
  const { rows } = await server.supabase.database.asAuthAdmin((tx) =>
    tx.query<{ id: string }>('select id from mail.mailbox limit 1'),
  )
  const [list, mail] = ['/mailbox', `/mailbox/${rows[0]?.id}`]
  const shut = { status: 404, cookie: null, text: 'Not Found\n' }
  const hosts = ['localhost:3000', '127.0.0.1', '[::1]', 'academy.example']
  const wrong = ['', 'x', KEY.slice(1), `${KEY}x`, KEY.toUpperCase()]
  for (const path of [list, `${list}/`, mail, `${list}/none`]) {
    for (const host of hosts) expect(await ask(path, { host, 'x-forwarded-host': host })).toEqual(shut)
    for (const key of wrong) {
      expect(await ask(`${path}?key=${key}`)).toEqual(shut)
      expect(await ask(path, { cookie: `mailbox_key=${key}` })).toEqual(shut)
    }
    expect(await ask(path, {}, 'POST')).toEqual(shut)
  }
  const opened = await ask(`${list}?key=${KEY}`)
  expect(opened.status).toBe(200)
  expect(opened.cookie).toBe(`mailbox_key=${KEY}; Path=/mailbox; HttpOnly; SameSite=Strict`)
  expect(opened.text).not.toContain(KEY)
  expect((await ask(mail, { cookie: `mailbox_key=${KEY}` })).status).toBe(200)
})
