import { createHash } from 'node:crypto'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { handler } from '../functions/account-recovery/handler.ts'
import { callAs, errorCode, owner } from './support/outcome.ts'
import { ANONYMOUS, SERVICE } from './support/people.ts'
import {
  ask,
  dana,
  database,
  freshLink,
  mails,
  PHONE,
  REFUSED,
  rest,
  verify,
  withRecovery,
} from './support/recovery.ts'
import { PUBLISHABLE_KEY } from './support/rest-shim.ts'

withRecovery()

describe('asking', () => {
  test('[7-20] [3-20] [2.9-02] [2.9-04] mails a link to the address on file and shows it masked', async () => {
    expect(await ask(PHONE)).toEqual({
      status: 200,
      body: { success: true, error: null, masked_email: 'd***@g***.com' },
    })
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ kind: 'account_recovery', recipient: 'dana@gmail.com' })
    expect(mail?.html).toContain('dir="rtl"')
    expect(mail?.html).toContain('24 שעות')
    expect(mail?.text_body).toMatch(/\nהבקשה הגיעה ב־.* בשעה \d\d:\d\d מהמכשיר Chrome ב־Windows\.\n/)
    const link = new URL(/https:\S+/.exec(mail?.text_body ?? '')?.[0] ?? '')
    expect(link.origin + link.pathname).toBe('https://academy.test/auth/recover-account')
    expect(link.searchParams.get('phone')).toBe(PHONE)
    expect(link.searchParams.get('token')).toMatch(/^[\w-]{43}$/)
    expect(mail?.html).toContain(link.search.slice(1).replaceAll('&', '&amp;'))
  })

  test('takes a phone as it was copied out of a Hebrew sentence', async () => {
    expect(await ask(`\u200e${PHONE}\u200f\u00a0`)).toMatchObject({ body: { success: true } })
    const [mail] = await mails()
    expect(new URL(/https:\S+/.exec(mail?.text_body ?? '')?.[0] ?? '').searchParams.get('phone')).toBe(PHONE)
  })

  test('[9-05] keeps the hash of the token only, for 24 hours', async () => {
    const token = (await freshLink()).searchParams.get('token') ?? ''
    const rows = await owner<{ row: string; seconds: string }>(
      database,
      'select to_jsonb(t)::text as row, extract(epoch from expires_at - created_at) as seconds from private.account_recovery_tokens t',
    )
    expect(rows[0]?.row).not.toContain(token)
    expect(rows[0]?.row).toContain(createHash('sha256').update(token).digest('hex'))
    expect(Number(rows[0]?.seconds)).toBe(86_400)
  })

  test.each(['', '   ', undefined, 5, 'abc', '0541112233', '+972000000000', '9'.repeat(40)])(
    '[5-11] refuses the phone %j',
    async (phone) => {
      expect(await ask(phone)).toEqual({
        status: 200,
        body: { success: false, error: 'אנא הכנס מספר טלפון תקין', masked_email: null },
      })
    },
  )

  test('a phone that nobody has gets an answer of the same form by the same calls, always the same, and no mail', async () => {
    const known = await ask(PHONE)
    const before = rest.calls.length
    const unknown = await ask('+972549999999')
    expect(rest.calls.slice(before)).toEqual(['mail_sender', 'request_account_recovery'])
    expect(Object.keys(unknown.body)).toEqual(Object.keys(known.body))
    expect(unknown.body).toEqual({
      success: true,
      error: null,
      masked_email: expect.stringMatching(/^[a-z]\*\*\*@[a-z]\*\*\*\.(com|il)$/),
    })
    expect((await ask('+972549999999')).body).toEqual(unknown.body)
    expect(await mails()).toHaveLength(1)
  })

  test('a closed account gets the answer, but no mail', async () => {
    await owner(database, 'update users set is_active = false where id = $1', [dana.id])
    expect((await ask(PHONE)).body).toMatchObject({ success: true, masked_email: 'd***@g***.com' })
    expect(await mails()).toEqual([])
    await owner(database, 'update users set is_active = true where id = $1', [dana.id])
  })

  test('[8-07] a caller asks 3 times in an hour for one phone, known or not, and 10 times for all; nobody else pays', async () => {
    for (const phone of [PHONE, '+972548888888']) {
      const statuses: number[] = []
      for (let i = 0; i < 5; i++) statuses.push((await ask(phone, '203.0.113.1')).status)
      expect(statuses).toEqual([200, 200, 200, 429, 429])
      expect((await ask(phone, '203.0.113.2')).status).toBe(200)
    }
    const statuses: number[] = []
    for (let i = 0; i < 12; i++)
      statuses.push((await ask(`+9725477700${String(i).padStart(2, '0')}`, '203.0.113.99')).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
    expect(await mails()).toHaveLength(4)
  })

  test('30 strangers at once send the five mails that a mailbox gets; the last of their links is good', async () => {
    await Promise.all(Array.from({ length: 30 }, (_, i) => ask(PHONE, `192.0.2.${i}`)))
    const own = await ask(PHONE, '198.51.100.7')
    expect([own.status, own.body.success]).toEqual([200, true])
    const links = (await mails()).map(({ text_body }) =>
      new URL(/https:\S+/.exec(text_body)?.[0] ?? '').searchParams.get('token'),
    )
    expect(links.length).toBeLessThanOrEqual(5)
    const verdicts: (boolean | undefined)[] = []
    for (const token of links) verdicts.push((await verify(token, PHONE, '198.51.100.7'))?.valid)
    // Of requests at once none waits for the others: more than one of their links may stand.
    expect(verdicts.filter(Boolean).length).toBeGreaterThanOrEqual(1)
  })

  test('known and unknown phones take the same time', { retry: 3 }, async () => {
    vi.stubEnv('ANSWER_FLOOR_MS', undefined)
    onTestFinished(() => void vi.stubEnv('ANSWER_FLOOR_MS', '0'))
    const time = async (phone: string) => {
      const started = performance.now()
      await ask(phone)
      return performance.now() - started
    }
    const samples = { known: [] as number[], unknown: [] as number[] }
    for (let i = 0; i < 40; i++) {
      await owner(database, 'with a as (delete from private.attempts) delete from auth.rate_limits')
      // Both at once: they wait together, and whatever else the machine does meets both.
      const [known, unknown] = await Promise.all([time(PHONE), time('+972546666666')])
      samples.known.push(known)
      samples.unknown.push(unknown)
    }
    // The quick ones: they show what the call costs, not who else is using the machine.
    const quick = (values: number[]) => values.sort((a, b) => a - b)[values.length / 8] ?? 0
    expect(Math.abs(quick(samples.known) - quick(samples.unknown))).toBeLessThan(5)
    expect(Math.min(...samples.known, ...samples.unknown)).toBeGreaterThan(148)
  })

  test('a mailbox gets five mails in an hour, those of sign-in included; further requests look the same', async () => {
    const before = await ask(PHONE)
    for (let i = 0; i < 4; i++) await owner(database, `select mail.count_mail_to('D.a.n.a+x@GoogleMail.com')`)
    expect(await ask(PHONE)).toEqual(before)
    expect(await mails()).toHaveLength(1)
  })

  test('every request leaves one row in the queue, whoever the phone belongs to', async () => {
    await ask(PHONE)
    await ask('+972549999999')
    const rows = await owner<{ recipient: string; is_decoy: boolean; length: number }>(
      database,
      'select recipient, is_decoy, length(html) as length from email_outbox order by created_at',
    )
    expect(rows.map(({ recipient, is_decoy }) => [recipient, is_decoy])).toEqual([
      ['dana@gmail.com', false],
      ['nobody@nobody.invalid', true],
    ])
    expect(rows[0]?.length).toBe(rows[1]?.length)
  })

  test('is for the service key only', async () => {
    const values = [PHONE, 'a'.repeat(64), '', 's', 'h', 't']
    expect(await callAs(database, ANONYMOUS, 'request_account_recovery', values).catch(errorCode)).toBe('denied')
    expect(await callAs(database, dana.caller, 'request_account_recovery', values).catch(errorCode)).toBe('denied')
  })
})

describe('redeeming', () => {
  test('[7-21] [3-21] tells whose account it is, once', async () => {
    const { searchParams } = await freshLink()
    const [token, phone] = [searchParams.get('token'), searchParams.get('phone')]
    expect(await verify(token, phone)).toEqual({ valid: true, error: null, user_id: dana.id, email: 'dana@gmail.com' })
    expect(await verify(token, phone)).toEqual(REFUSED)
  })

  test('[4-36] is bound to the phone', async () => {
    const token = (await freshLink()).searchParams.get('token')
    expect(await verify(token, '+972541112234')).toEqual(REFUSED)
    expect(await verify(token, null)).toEqual(REFUSED)
    expect(await verify(token, PHONE.slice(1))).toMatchObject({ valid: true })
  })

  test.each([
    [
      '[9-05] 24 hours and a second later',
      `update private.account_recovery_tokens set expires_at = now() - interval '1 second'`,
    ],
    ['a closed account', 'update users set is_active = false'],
    ['an account whose phone has changed', `update users set phone_number = '+972545555555'`],
  ])('%s is refused like any other', async (_, harm) => {
    const token = (await freshLink()).searchParams.get('token')
    await owner(database, harm)
    expect(await verify(token, PHONE)).toEqual(REFUSED)
    await owner(database, `update users set is_active = true, phone_number = $1`, [PHONE])
  })

  test('a newer link ends the older', async () => {
    const older = (await freshLink()).searchParams.get('token')
    await owner(database, 'delete from email_outbox')
    const newer = (await freshLink()).searchParams.get('token')
    expect(await verify(older, PHONE)).toEqual(REFUSED)
    expect(await verify(newer, PHONE)).toMatchObject({ valid: true })
  })

  // As many as there are connections: more would only wait, for no longer than a connection may be waited for.
  test('20 links, 16 at once each: each redeems exactly once', async () => {
    for (let round = 0; round < 20; round++) {
      await owner(
        database,
        'with a as (delete from private.attempts), b as (delete from auth.rate_limits) delete from email_outbox',
      )
      const token = (await freshLink()).searchParams.get('token')
      const verdicts = await Promise.all(Array.from({ length: 16 }, () => verify(token, PHONE)))
      expect(verdicts.filter((verdict) => verdict?.valid)).toHaveLength(1)
    }
  })

  test('wrong links for a phone, from any number of strangers, keep its owner out of nothing', async () => {
    const token = (await freshLink()).searchParams.get('token')
    for (let i = 0; i < 60; i++) expect(await verify(`wrong${i}`, PHONE, `203.0.113.${i % 6}`)).toEqual(REFUSED)
    expect(await verify(token, PHONE, '198.51.100.7')).toMatchObject({ valid: true })
  })

  test('whoever holds a link has ten phones an hour for it, from wherever', async () => {
    const token = (await freshLink()).searchParams.get('token')
    for (let i = 0; i < 10; i++) await verify(token, `+9725400000${i + 10}`, `203.0.113.${i}`)
    expect(await verify(token, PHONE, '198.51.100.7')).toEqual(REFUSED)
    await owner(database, `update private.attempts set occurred_at = occurred_at - interval '61 minutes'`)
    expect(await verify(token, PHONE, '198.51.100.7')).toMatchObject({ valid: true })
  })

  test('ten wrong tokens for many phones lock the caller, whatever it says of its address', async () => {
    const token = (await freshLink()).searchParams.get('token')
    for (let i = 0; i < 10; i++) await verify(`wrong${i}`, `+9725400000${i + 10}`, '203.0.113.5')
    expect(await verify(token, PHONE, '203.0.113.5')).toEqual(REFUSED)
    expect(await verify(token, PHONE, '203.0.113.6')).toMatchObject({ valid: true })
  })

  test('behind a proxy of ours the address before it counts', async () => {
    await owner(database, `update app_settings set value = '1' where key = 'trusted_proxy_hops'`)
    const token = (await freshLink()).searchParams.get('token')
    for (let i = 0; i < 10; i++) await verify(`wrong${i}`, `+9725400000${i + 10}`, '203.0.113.7, 10.0.0.1')
    expect(await verify(token, PHONE, '203.0.113.7, 10.0.0.1')).toEqual(REFUSED)
    expect(await verify(token, PHONE, '203.0.113.8, 10.0.0.1')).toMatchObject({ valid: true })
    await owner(database, `update app_settings set value = '0' where key = 'trusted_proxy_hops'`)
  })

  test('no table that an API role can read holds a token', async () => {
    const token = (await freshLink()).searchParams.get('token')
    expect(await verify(token, PHONE)).toMatchObject({ valid: true })
    const reached = await callAs(database, SERVICE, 'claim_emails', [1]).catch(errorCode)
    expect(reached).not.toBe('denied')
    const names = await owner<{ name: string }>(
      database,
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'private') and tablename <> 'email_outbox'`,
    )
    for (const { name } of names) {
      expect(
        await owner(database, `select 1 from ${name} t where to_jsonb(t)::text like '%' || $1 || '%'`, [token]),
      ).toEqual([])
    }
  })
})

describe('bad input', () => {
  test.each([
    ['no JSON', '{', 400],
    ['no object', '[]', 200],
    ['null', 'null', 200],
    ['too much', `"${'x'.repeat(5000)}"`, 413],
    ['too deep', '['.repeat(40) + ']'.repeat(40), 400],
  ])('%s is answered, never a 5xx', async (_, body, status) => {
    const init = { method: 'POST', headers: { apikey: PUBLISHABLE_KEY }, body }
    const response = await handler(new Request('http://functions.test/account-recovery', init))
    expect(response.status).toBe(status)
  })

  test('a preflight and another method', async () => {
    expect((await handler(new Request('http://functions.test/x', { method: 'OPTIONS' }))).status).toBe(204)
    expect((await handler(new Request('http://functions.test/x'))).status).toBe(405)
  })
})
