import type { Backend } from '../backend.ts'

export type Reached = Pick<Backend, 'fetch' | 'publicUrl' | 'serviceRoleKey'>

/** What is wrong with what was sent, and not with who sends it or what receives it. */
const WRONG_VALUES = new Set([400, 413, 414, 415, 422])

/** An answer of the database or the storage that is none of the good ones. */
export class CallRefused extends Error {
  override name = 'CallRefused'
  /** Whether the same call is refused however often it is made, because of its values. */
  readonly isFinal: boolean

  constructor(
    what: string,
    readonly status: number,
    text: string,
  ) {
    super(`${what}: ${status} ${text.slice(0, 200)}`)
    const { statusCode, code } = parsed(text)
    // The storage of a Supabase project answers 400 to everything and names the status in the body. Class 42 of the SQLSTATEs
    // is a fault of ours, such as a database that is not upgraded yet.
    this.isFinal = WRONG_VALUES.has(Number(statusCode) || status) && !String(code).startsWith('42')
  }
}

function parsed(text: string): { statusCode?: unknown; code?: unknown } {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

/**
 * Asks the database or the storage with the service key.
 * @returns what sends a body to a path by a method and gives the answer, whatever it is; it throws where nobody answers
 */
export const askAsServer =
  ({ fetch: send, publicUrl, serviceRoleKey = '' }: Reached, siteUrl: string) =>
  (path: string, method: string, body: BodyInit | null = null, type = 'application/json'): Promise<Response> =>
    send(`${publicUrl || siteUrl}${path}`, {
      method,
      headers: {
        ...{ apikey: serviceRoleKey, authorization: `Bearer ${serviceRoleKey}`, 'content-type': type },
        // A file that is stored by it is served with this: no browser keeps what people sent to the support.
        'cache-control': 'no-store',
      },
      body,
    })

/**
 * Calls functions of the database with the service key.
 * @returns what gives the answer of one, null for none; it throws CallRefused for any answer but a good one
 */
export function callAsServer(backend: Reached, siteUrl: string) {
  const ask = askAsServer(backend, siteUrl)
  return async (name: string, values: object): Promise<unknown> => {
    const answer = await ask(`/rest/v1/rpc/${name}`, 'POST', JSON.stringify(values))
    const text = await answer.text()
    if (!answer.ok) throw new CallRefused(name, answer.status, text)
    return text ? JSON.parse(text) : null
  }
}
