import { describe, expect, test } from 'vitest'
import { handler } from '../functions/account-recovery/handler.ts'
import { callAs, errorCode, owner } from './support/outcome.ts'
import { ANONYMOUS } from './support/people.ts'
import { dana, database, freshLink, mails, PHONE, rest, take, verify, withRecovery } from './support/recovery.ts'
import { PUBLISHABLE_KEY } from './support/rest-shim.ts'

withRecovery()

describe('the way in after a redeemed link', () => {
  test('is given once, within ten minutes of the link, and to the service key alone', async () => {
    const link = await freshLink()
    const token = link.searchParams.get('token')
    expect(await take(link)).toEqual({ email: null })
    await verify(token, PHONE)
    expect(await take(link, '+972541112234')).toEqual({ email: null })
    expect(await callAs(database, ANONYMOUS, 'take_recovered_account', [token, PHONE]).catch(errorCode)).toBe('denied')
    expect(await Promise.all([take(link), take(link)])).toContainEqual({ email: 'dana@gmail.com' })
    expect(await take(link)).toEqual({ email: null })
  })

  test('is gone ten minutes later, and with the account', async () => {
    const late = await freshLink()
    await verify(late.searchParams.get('token'), PHONE)
    await owner(database, `update private.account_recovery_tokens set used_at = now() - interval '10 minutes'`)
    expect(await take(late)).toEqual({ email: null })
    await owner(database, `update private.account_recovery_tokens set used_at = now()`)
    await owner(database, 'update users set is_active = false where id = $1', [dana.id])
    expect(await take(late)).toEqual({ email: null })
    await owner(database, 'update users set is_active = true where id = $1', [dana.id])
  })

  test.each([
    ['of nobody', 'x'.repeat(43)],
    ['that is no text', 5],
    ['that is null', null],
  ])('a token %s asks the sign-in service for nothing and sends no mail', async (_, token) => {
    rest.calls.length = 0
    const response = await handler(
      new Request('http://functions.test/account-recovery', {
        method: 'POST',
        headers: { apikey: PUBLISHABLE_KEY },
        body: JSON.stringify({ phone_number: PHONE, token }),
      }),
    )
    expect(await response.json()).toEqual({ success: false, error: 'שחזור החשבון נכשל', masked_email: null })
    expect(rest.calls.filter((name) => name !== 'take_recovered_account')).toEqual([])
    expect(await mails()).toEqual([])
  })
})
