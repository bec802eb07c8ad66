import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { encrypt, isEncrypted } from 'embedded-supabase'
import { z } from 'zod'
import type { Backend } from '../backend.ts'
import { readBytes } from '../http/read-bytes.ts'
import { archiveIn } from './backup-folder.ts'

const MOST_BYTES = 16 * 1024
const PAGE = '/admin/operations'

/** Drawn by the page: 140 random bits. One that a person thought of would be guessed by who has the file. */
const DRAWN = /^([a-z2-7]{4}-){6}[a-z2-7]{4}$/
/** Slowing down guesses adds nothing to so many bits, and would hold the process. */
const WORK_FACTOR = 10

const schema = z.object({
  link: z.string().min(1).max(100),
  session: z.string().min(1).max(8_000),
  passphrase: z.string().regex(DRAWN).optional(),
})

type Asked = z.infer<typeof schema>
type Reached = Pick<Backend, 'fetch' | 'publicUrl' | 'anonKey'>
type Refusal = 'over' | 'gone' | 'unavailable' | 'open'

/**
 * Sends an archive to whoever posts a form with a `link` to it and the token of the `session` that the link was made for,
 * as the page of the operator does: neither stands in an address. The database says by that token which archive it is,
 * once. The file is read as fast as it is taken. One that is not encrypted for the operator's keys is encrypted on its way,
 * for the `passphrase` that the page drew; without it none leaves. Everything else leads back to the page, which says what
 * was the matter.
 */
export function createBackupDownload(backend: Reached, siteUrl: string, folder: string) {
  return async (request: Request): Promise<Response> => {
    const form = schema.safeParse(await formOf(request))
    if (!form.success) return backToPage('over')
    const name = await archiveOf(backend, siteUrl, form.data).catch(() => undefined)
    if (name === undefined) return backToPage('unavailable')
    if (name === null) return backToPage('over')
    return archiveAsAnswer(folder, name, form.data.passphrase)
  }
}

async function formOf({ body, headers }: Request): Promise<object> {
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(headers.get('content-type') ?? '')
  const bytes = isForm ? await readBytes(body, MOST_BYTES) : undefined
  return Object.fromEntries(new URLSearchParams(bytes?.toString() ?? ''))
}

/** The archive that a link of a session leads to; null where it leads nowhere (any more). */
async function archiveOf(
  { fetch: send, publicUrl, anonKey }: Reached,
  siteUrl: string,
  asked: Asked,
): Promise<string | null> {
  const answer = await send(`${publicUrl || siteUrl}/rest/v1/rpc/take_backup_link`, {
    method: 'POST',
    headers: { apikey: anonKey, authorization: `Bearer ${asked.session}`, 'content-type': 'application/json' },
    body: JSON.stringify({ token: asked.link }),
  })
  if (answer.status >= 500) throw new Error(`take_backup_link: ${answer.status}`)
  return answer.ok ? z.string().parse(await answer.json()) : null
}

async function archiveAsAnswer(folder: string, name: string, passphrase: string | undefined): Promise<Response> {
  const path = archiveIn(folder, name)
  const file = path && (await open(path, 'r').catch(() => undefined))
  if (!file) return backToPage('gone')
  const headers = {
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="${name.replace(/\.age$/, '')}.age"`,
    'cache-control': 'no-store',
  }
  // What is cut off by a reader who leaves is closed with the stream.
  const content = file.createReadStream()
  if (await isEncrypted(path)) {
    const size = { 'content-length': String((await file.stat()).size) }
    return new Response(Readable.toWeb(content) as ReadableStream<Uint8Array>, { headers: { ...headers, ...size } })
  }
  if (passphrase === undefined) {
    content.destroy()
    return backToPage('open')
  }
  const encrypted = Readable.from(encrypt(content, { passphrase, workFactor: WORK_FACTOR }), { objectMode: false })
  return new Response(Readable.toWeb(encrypted) as ReadableStream<Uint8Array>, { headers })
}

const backToPage = (refusal: Refusal): Response =>
  new Response(null, { status: 303, headers: { location: `${PAGE}?download=${refusal}`, 'cache-control': 'no-store' } })
