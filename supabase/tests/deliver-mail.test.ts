import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { answerWith, database, deliver, received, withMailServer } from './support/mail-server.ts'
import { callAs, owner, rowsAs } from './support/outcome.ts'
import { SERVICE } from './support/people.ts'
import { stubRest } from './support/rest-shim.ts'

type Row = { id: string; status: string; attempts: number; last_error: string | null; html: string; text_body: string }

withMailServer()

async function queue(recipient: string): Promise<string> {
  const rows = await owner<{ id: string }>(
    database,
    `insert into email_outbox (kind, recipient, subject, html, text_body) values ('test', $1, 'שלום', '<p>קישור</p>', 'קישור') returning id`,
    [recipient],
  )
  return rows[0]?.id ?? ''
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
    answerWith(() => {
      moments.push(Date.now() - start)
      vi.setSystemTime(Date.now() + 7_000)
      return 250
    })
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
    answerWith((address) => (address.startsWith('later') ? 451 : 550))
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
    answerWith(() => 250)
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
    answerWith(() => 451)
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

describe('refusing', () => {
  test('only the service key may ask', async () => {
    expect(await deliver('another')).toMatchObject({ status: 401, body: { code: 'NO_SESSION' } })
    expect(await deliver('')).toMatchObject({ status: 401, body: { code: 'NO_SESSION' } })
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
