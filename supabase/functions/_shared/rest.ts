import { requiredEnv } from './env.ts'

/** What the database answered: the parsed body and the HTTP status. */
export type RpcAnswer = { status: number; body: unknown }

/**
 * Calls a database function over REST.
 * @param token who calls: a person's access token, or the service key.
 */
export async function callRpc(name: string, args: Record<string, unknown>, token: string): Promise<RpcAnswer> {
  const apikey = token === serviceKey() ? token : requiredEnv('SUPABASE_ANON_KEY')
  const response = await fetch(`${requiredEnv('SUPABASE_URL')}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { apikey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(args),
  })
  const text = await response.text()
  return { status: response.status, body: text ? JSON.parse(text) : null }
}

/** The key that passes row level security; it never leaves the functions. */
export function serviceKey(): string {
  return requiredEnv('SUPABASE_SERVICE_ROLE_KEY')
}
