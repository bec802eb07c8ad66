import { readFileSync } from 'node:fs'

/** What the academy's own server may do by its secret key. */
export type ServerCalls = {
  /** Asks with the secret key; the answer's body. @throws when it is refused */
  asServer(method: string, path: string, body?: unknown): Promise<unknown>
  /** Changes a row of `table` that has `value` in `column`. */
  patch(table: string, [column, value]: [column: string, value: string], change: Record<string, unknown>): Promise<void>
  /** Reads rows: `table?column=eq.value`. */
  read<Row>(query: string): Promise<Row[]>
  /** Puts a file into the private bucket of lesson videos. */
  uploadVideo(name: string, file: string): Promise<void>
}

/**
 * The calls of a Supabase, embedded or elsewhere.
 * @param headers what each call carries besides
 */
export function serverCalls(url: string, key: string, headers: () => Record<string, string> = () => ({})): ServerCalls {
  async function asServer(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...headers(),
        apikey: key,
        // A new key is no token.
        ...(!key.startsWith('sb_') && { authorization: `Bearer ${key}` }),
        'content-type': body instanceof Blob ? body.type : 'application/json',
        prefer: 'return=representation',
      },
      ...(body === undefined ? {} : { body: body instanceof Blob ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text ? JSON.parse(text) : null
  }
  return {
    asServer,
    async patch(table, [column, value], change) {
      const rows = await asServer('PATCH', `/rest/v1/${table}?${column}=eq.${encodeURIComponent(value)}`, change)
      if (!Array.isArray(rows) || rows.length !== 1)
        throw new Error(`${table} was not changed: ${JSON.stringify(rows)}`)
    },
    read: async <Row>(query: string) => (await asServer('GET', `/rest/v1/${query}`)) as Row[],
    async uploadVideo(name, file) {
      const video = new Blob([readFileSync(file)], { type: 'video/mp4' })
      await asServer('POST', `/storage/v1/object/lesson-videos/${name}`, video)
    },
  }
}
