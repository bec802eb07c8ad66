import { createHmac, randomBytes, randomUUID } from 'node:crypto'

/** A secret of a webhook as an operator makes one. */
export const hookSecret = () => `whsec_${randomBytes(32).toString('base64')}`

/** A call of a webhook as a mail service makes it, signed with the secret as standardwebhooks.com says. */
export function signedCall(
  body: string,
  secret: string,
  { type = 'application/json', id = `msg_${randomUUID()}` } = {},
) {
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const key = Buffer.from(secret.slice(6), 'base64')
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${digest}`,
    'content-type': type,
  }
  return new Request('http://academy.test/hooks', { method: 'POST', headers, body })
}
