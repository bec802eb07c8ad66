import type { AddressInfo, Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { handler } from '../functions/deliver-campaigns/handler.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { agreed, draft, paragraphText, send } from './support/campaigns.ts'
import { callAs, errorCode, owner } from './support/outcome.ts'
import { type Person, signUpStaff } from './support/people.ts'
import { SERVICE_KEY, stubRest } from './support/rest-shim.ts'

let database: Database
let writer: Person
let server: SMTPServer
let received: { to: string; text: string }[]
/** What the mail server does with a recipient; `hang up` before or after it has the whole mail, `keep` it and still refuse. */
let answer: (address: string) => number | 'hang up early' | 'hang up late' | 'keep and say 451'

const socketOf = (session: unknown) =>
  [...server.connections].find((connection) => connection.id === (session as { id: string }).id)?._socket as Socket

beforeAll(async () => {
  database = await openAcademyDatabase()
  writer = await signUpStaff(database, 'writer@academy.example', 'marketing')
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, session, done) {
      const said = answer(address)
      if (said === 'hang up early') socketOf(session).destroy()
      else if (typeof said === 'number' && said !== 250)
        done(Object.assign(new Error('refused'), { responseCode: said }))
      else done()
    },
    onData(stream, session, done) {
      let text = ''
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      stream.on('end', () => {
        const to = session.envelope.rcptTo[0]?.address ?? ''
        received.push({ to, text })
        const said = answer(to)
        if (said === 'hang up late') socketOf(session).destroy()
        else if (said === 'keep and say 451') done(Object.assign(new Error('try later'), { responseCode: 451 }))
        else done()
      })
    },
  })
  server.on('error', () => undefined)
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
  await owner(database, 'delete from private.campaigns where occasion is null')
  await owner(database, 'delete from public.email_suppressions')
  await owner(database, `delete from auth.users where email like '%@students.example'`)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

const OURS = { audience: { match: 'all', rules: [{ field: 'marketing', op: 'agreed' }] } }
const students = (...names: string[]) => Promise.all(names.map((name) => agreed(database, `${name}@students.example`)))

async function deliver(key = SERVICE_KEY): Promise<{ status: number; body: Record<string, unknown> }> {
  const request = new Request('http://functions.test/deliver-campaigns', {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
  })
  const response = await handler(request)
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
async function states(id: string): Promise<Record<string, string>> {
  const rows = await owner<{ name: string; state: string }>(
    database,
    `select split_part(email, '@', 1) as name, state from private.campaign_recipients
     join users on users.id = user_id where campaign_id = $1 order by 1`,
    [id],
  )
  return Object.fromEntries(rows.map(({ name, state }) => [name, state]))
}
async function parsed(): Promise<Email> {
  return PostalMime.parse(received[0]?.text ?? '')
}
const header = (mail: Email, key: string) => mail.headers.find((one) => one.key === key)?.value

test('[2.12-09] each recipient ends in the state that the mail server made true', async () => {
  await students('fine', 'later', 'never', 'early', 'late')
  const id = await send(database, writer, OURS)
  answer = (address) =>
    ({ later: 451, never: 550, early: 'hang up early' as const, late: 'hang up late' as const })[
      address.split('@')[0] ?? ''
    ] ?? 250
  const { body } = await deliver()
  expect(body).toMatchObject({ sent: 1, temporary: 2, permanent: 1, unconfirmed: 1, unreachable: 0 })
  expect(await states(id)).toEqual({
    early: 'waiting',
    fine: 'sent',
    late: 'unconfirmed',
    later: 'waiting',
    never: 'refused',
  })
  await deliver()
  expect(received.map(({ to }) => to).sort()).toEqual(['fine@students.example', 'late@students.example'])
})

test('where no mail server is, everything waits, and one of the lines finds out for all', async () => {
  await students('one', 'two', 'three', 'four', 'five', 'six', 'seven')
  const id = await send(database, writer, OURS)
  vi.stubEnv('SMTP_PORT', '1')
  const { body } = await deliver()
  expect(body.unreachable).toBeLessThanOrEqual(4)
  expect(new Set(Object.values(await states(id)))).toEqual(new Set(['waiting']))
})

test('marketing says what it is, who sends it and the way out, for people and for mail programs', async () => {
  await students('dana')
  const id = await send(database, writer, {
    ...OURS,
    kind: 'marketing',
    subject: '{{first_name|לכם}}, קורס חדש',
    body: paragraphText('שלום {{first_name|לכולם}} ו{{course|קורס}}'),
  })
  await owner(
    database,
    `insert into app_settings (key, value) values ('academy_name', '"האקדמיה לכלכלה"'), ('contact_address', '"הרצל 1, חיפה"')
     on conflict (key) do update set value = excluded.value`,
  )
  await deliver()
  const mail = await parsed()
  expect(mail.subject).toBe('פרסומת: דנה, קורס חדש')
  expect(mail.text).toContain('שלום דנה וקורס')
  expect(mail.text).toContain('ההודעה נשלחה מאת האקדמיה לכלכלה, הרצל 1, חיפה.')
  // What the preview on the desk names.
  expect(await callAs(database, writer.caller, 'read_campaign', [id])).toMatchObject({
    sender: { name: 'האקדמיה לכלכלה', address: 'הרצל 1, חיפה' },
  })
  expect(mail.text).toContain('כי אישרתם לקבל מאיתנו דיוור.')
  expect(mail.html).toContain('dir="rtl"')
  const [, token] = mail.text?.match(/unsubscribe\?token=([0-9a-f]{64})/) ?? []
  expect(header(mail, 'list-unsubscribe')).toBe(`<https://academy.test/unsubscribe/one-click?token=${token}>`)
  expect(header(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
})

test('a message of service has neither the mark nor the way out of marketing', async () => {
  await students('dana')
  await send(database, writer, OURS)
  await deliver()
  const mail = await parsed()
  expect(mail.subject).toBe('שלום דנה')
  expect(header(mail, 'list-unsubscribe')).toBeUndefined()
  expect(mail.text).toContain('זו הודעת שירות ולא דיוור')
})

test('what a name holds stays words', async () => {
  const [dana] = await students('dana')
  await owner(database, `update users set first_name = '<b>{{last_name}}</b>' where id = $1`, [dana?.id])
  await send(database, writer, { ...OURS, body: paragraphText('שלום {{first_name}}') })
  await deliver()
  expect((await parsed()).html).toContain('&lt;b&gt;{{last_name}}&lt;/b&gt;')
})

test.each([
  ['keep and say 451', 'waiting'],
  ['hang up late', 'unconfirmed'],
] as const)(
  '[2.12-09] a mail server that has the mail and does %j: nobody is told it was sent, and a second copy has the same Message-ID',
  async (lie, meanwhile) => {
    await students('dana', 'noam')
    const id = await send(database, writer, OURS)
    answer = () => lie
    await deliver()
    expect(await states(id)).toEqual({ dana: meanwhile, noam: meanwhile })
    await owner(
      database,
      `update private.campaign_recipients set state = 'waiting', due_at = now() where campaign_id = $1`,
      [id],
    )
    answer = () => 250
    await deliver()
    expect(await states(id)).toEqual({ dana: 'sent', noam: 'sent' })
    const copies = new Map<string, Set<string>>()
    for (const { to, text } of received) {
      const { messageId = '' } = await PostalMime.parse(text)
      copies.set(to, (copies.get(to) ?? new Set()).add(messageId))
    }
    expect(received).toHaveLength(4)
    const [dana, noam] = [...copies.values()].map((ids) => [...ids])
    expect(dana).toHaveLength(1)
    expect(noam).toHaveLength(1)
    expect(dana).not.toEqual(noam)
  },
)

test('a member of the staff has twenty mails an hour to see what a campaign will be', async () => {
  const { id } = await draft(database, writer)
  const begin = () => callAs(database, writer.caller, 'begin_campaign_test', [id]).catch(errorCode)
  await owner(database, `select private.take_call('campaign test', $1, 20, '1 hour') from generate_series(1, 19)`, [
    writer.id,
  ])
  expect(await begin()).toMatchObject({ recipient: writer.email })
  expect(await begin()).toBe('TOO_MANY_REQUESTS')
})

test('only the service key sends', async () => {
  expect((await deliver('other')).status).toBe(401)
})
