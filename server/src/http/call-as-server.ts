import type { Backend } from '../backend.ts'

type Reached = Pick<Backend, 'fetch' | 'publicUrl' | 'serviceRoleKey'>

/**
 * Calls functions of the database with the service key.
 * @returns what gives the answer of one, null for none; it throws for any answer but a good one
 */
export function callAsServer({ fetch: send, publicUrl, serviceRoleKey = '' }: Reached, siteUrl: string) {
  return async (name: string, values: object): Promise<unknown> => {
    const answer = await send(`${publicUrl || siteUrl}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: {
        apikey: serviceRoleKey,
        authorization: `Bearer ${serviceRoleKey}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(values),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${text.slice(0, 200)}`)
    return text ? JSON.parse(text) : null
  }
}
