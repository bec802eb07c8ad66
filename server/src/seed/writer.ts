import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Backend } from '../backend.ts'
import type { Config } from '../config.ts'

/** Few enough for the time of one statement, also on a busy machine. */
const CHUNK = 50

/** One file of the demo content, relative to `supabase/seeds`, and where it goes in storage. */
type MediaFile = { bucket: string; path: string; file: string; contentType: string }

/** Writes through Supabase's own interfaces with the service key, so that it works on the embedded server and on a project. */
export function createWriter(backend: Backend, config: Config) {
  const base = backend.publicUrl || config.siteUrl
  const key = backend.serviceRoleKey
  if (!key) throw new Error('Seeding needs the secret key: set SUPABASE_SECRET_KEY')
  const headers = { apikey: key, authorization: `Bearer ${key}` }

  async function call(path: string, init: RequestInit & { headers?: Record<string, string> }): Promise<Response> {
    const response = await backend.fetch(`${base}${path}`, { ...init, headers: { ...headers, ...init.headers } })
    if (!response.ok) throw new Error(`${init.method ?? 'GET'} ${path}: ${response.status} ${await response.text()}`)
    return response
  }

  return {
    /** Number of rows of a table. */
    async count(table: string, condition = ''): Promise<number> {
      const response = await call(`/rest/v1/${table}?select=id&limit=1${condition}`, {
        headers: { prefer: 'count=exact' },
      })
      return Number(response.headers.get('content-range')?.split('/')[1] ?? 0)
    },
    /** All rows of a small table, or those that a condition in PostgREST's grammar names. */
    async read<Row>(table: string, columns: string, condition = ''): Promise<Row[]> {
      return (await call(`/rest/v1/${table}?select=${columns}${condition}`, {})).json() as Promise<Row[]>
    },
    /** The account of an address; undefined when there is none. */
    async findAccount(email: string): Promise<string | undefined> {
      const known = await (await call(`/auth/v1/admin/users?filter=${encodeURIComponent(email)}`, {})).json()
      return (known as { users: { id: string; email: string }[] }).users.find((user) => user.email === email)?.id
    },
    /** The id of the account of an address, made with the address confirmed when there is none. */
    async account(email: string, metadata: object): Promise<string> {
      const known = await this.findAccount(email)
      if (known) return known
      const response = await call('/auth/v1/admin/users', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, email_confirm: true, user_metadata: metadata }),
      })
      return ((await response.json()) as { id: string }).id
    },
    /** Inserts the rows whose key is not there yet; what a row leaves out gets the table's default. @returns how many */
    async add(table: string, rows: readonly object[], key: string): Promise<number> {
      const columns = [...new Set(rows.flatMap(Object.keys))].join(',')
      let added = 0
      for (let start = 0; start < rows.length; start += CHUNK) {
        const response = await call(`/rest/v1/${table}?on_conflict=${key}&columns=${columns}&select=${key}`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            prefer: 'resolution=ignore-duplicates,missing=default,return=representation',
          },
          body: JSON.stringify(rows.slice(start, start + CHUNK)),
        })
        added += ((await response.json()) as unknown[]).length
      }
      return added
    },
    /** Changes the rows that a condition in PostgREST's grammar names. */
    async change(table: string, condition: string, values: object): Promise<void> {
      await call(`/rest/v1/${table}?${condition}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json', prefer: 'return=minimal' },
        body: JSON.stringify(values),
      })
    },
    /** Calls a function of the database and gives its value. */
    async run<Value>(name: string, values: object): Promise<Value> {
      const response = await call(`/rest/v1/rpc/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(values),
      })
      return response.json() as Promise<Value>
    },
    /** The value of a setting of the academy; undefined when it has none. */
    async readSetting<Value>(key: string): Promise<Value | undefined> {
      const [row] = await this.read<{ value: Value }>('app_settings', 'value', `&key=eq.${key}`)
      return row?.value
    },
    /** Writes settings of the academy, all in one statement. */
    async set(settings: Record<string, unknown>): Promise<void> {
      await call('/rest/v1/app_settings?on_conflict=key', {
        method: 'POST',
        headers: { 'content-type': 'application/json', prefer: 'resolution=merge-duplicates,return=minimal' },
        body: JSON.stringify(Object.entries(settings).map(([key, value]) => ({ key, value }))),
      })
    },
    /** Uploads a file unless there is one of its name. */
    async upload({ bucket, path, file, contentType }: MediaFile): Promise<void> {
      const body = new Uint8Array(await readFile(join(config.projectDirectory, 'seeds', file)))
      await call(`/storage/v1/object/${bucket}/${path}`, {
        method: 'POST',
        headers: { 'content-type': contentType, 'cache-control': 'max-age=86400' },
        body,
      }).catch((error: unknown) => {
        if (!(error instanceof Error && error.message.includes('"Duplicate"'))) throw error
      })
    },
  }
}

export type Writer = ReturnType<typeof createWriter>
