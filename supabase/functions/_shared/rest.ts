import { ask } from './deadline.ts'
import { requiredEnv } from './env.ts'
import { json, Refused } from './http.ts'
import { credentials, serviceKey } from './project-keys.ts'

/** What the database answered: the parsed body and the HTTP status. */
export type RpcAnswer = { status: number; body: unknown }

/**
 * Calls a database function over REST.
 * @param token who calls: a person's access token, or a key.
 */
export async function callRpc(name: string, args: Record<string, unknown>, token: string): Promise<RpcAnswer> {
  const response = await ask(`${requiredEnv('SUPABASE_URL')}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { ...credentials(token), 'content-type': 'application/json' },
    body: JSON.stringify(args),
  })
  const text = await response.text()
  return { status: response.status, body: text ? JSON.parse(text) : null }
}

/** Calls a database function with the service key. @throws Refused 502 where the database did not do it */
export async function callAsService(name: string, args: Record<string, unknown>): Promise<unknown> {
  const { status, body } = await callRpc(name, args, serviceKey())
  if (status >= 300) throw new Refused(502, 'UNAVAILABLE', 'The database did not answer')
  return body
}

/** What the database answered a person: its own answer or refusal, 502 UNAVAILABLE where it had none. */
export const forwardAnswer = ({ status, body }: RpcAnswer): Response =>
  status < 500 ? json(body, status) : json({ code: 'UNAVAILABLE', message: 'The database did not answer' }, 502)
