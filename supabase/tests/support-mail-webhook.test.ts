import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { address, asJson, DESK, hook, newMessageId, said, student, TRUSTED, turn, withInbox } from './support/inbox.ts'

withInbox()

const raw = (more = '') =>
  `From: ${student.email}\r\nTo: x@y.z, ${DESK}, ${address}\r\nMessage-ID: ${newMessageId()}\r\n${more}\r\nמהוובהוק`
const pass = { dmarc: [{ result: 'pass', domain: 'example.org' }] }

test('a signed webhook hands a mail in, with what it found out of the sender, and again changes nothing', async () => {
  const body = asJson(raw(), { to: address, authentication: pass })
  expect(await hook(body)).toEqual([200, 'threaded'])
  expect(await hook(body)).toEqual([200, 'repeated'])
  expect(await said()).toEqual(['מהוובהוק'])
})

test('the mail alone will do: its recipients are read, and the mail server that is trusted is believed', async () => {
  expect(
    await hook(raw(`Authentication-Results: ${TRUSTED}; dmarc=pass header.from=example.org\r\n`), {
      type: 'message/rfc822',
    }),
  ).toEqual([200, 'threaded'])
  expect(await hook(asJson(raw()))).toEqual([200, 'held'])
  expect(await hook(asJson(raw(), { authentication: { dmarc: [{ result: 'fail', domain: 'example.org' }] } }))).toEqual(
    [200, 'held'],
  )
  expect(await said()).toEqual(['מהוובהוק'])
})

test('the webhook refuses what it cannot take, and says whether to come again', async () => {
  expect(await hook(asJson(raw()), { secret: `whsec_${randomBytes(32).toString('base64')}` })).toEqual([
    401,
    'NOT_SIGNED',
  ])
  expect(await hook(asJson(raw(), { to: 'other@academy.test' }))).toEqual([404, 'unknown'])
  expect(await hook('{')).toEqual([400, 'INVALID_BODY'])
  expect(await hook('{"raw":7}')).toEqual([400, 'INVALID_BODY'])
  expect(await hook(asJson('no mail'))).toEqual([422, 'SENDER'])
  turn('away')
  expect(await hook(asJson(raw(), { to: address }))).toEqual([503, 'TRY_AGAIN'])
  turn('open')
  expect(await said()).toEqual([])
})
