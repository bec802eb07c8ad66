import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { z } from 'zod'
import type { Backend } from '../backend.ts'
import { readBytes } from '../http/read-bytes.ts'
import { archiveIn } from './backup-folder.ts'

const MOST_BYTES = 16 * 1024
const PAGE = '/admin/operations'

const schema = z.object({ link: z.string().min(1).max(100), session: z.string().min(1).max(8_000) })

type Asked = z.infer<typeof schema>
type Reached = Pick<Backend, 'fetch' | 'publicUrl' | 'anonKey'>
type Refusal = 'over' | 'gone' | 'unavailable'

/**
 * Sends an archive to whoever posts a form with a `link` to it and the token of the `session` that the link was made for,
 * as the page of the operator does: neither stands in an address. The database says by that token which archive it is,
 * once. The file is read as fast as it is taken. Everything else leads back to the page, which says what was the matter.
 */
export function createBackupDownload(backend: Reached, siteUrl: string, folder: string) {
  return async (request: Request): Promise<Response> => {
    const form = schema.safeParse(await formOf(request))
    if (!form.success) return backToPage('over')
    const name = await archiveOf(backend, siteUrl, form.data).catch(() => undefined)
    if (name === undefined) return backToPage('unavailable')
    if (name === null) return backToPage('over')
    return (await archiveAsAnswer(folder, name)) ?? backToPage('gone')
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

async function archiveAsAnswer(folder: string, name: string): Promise<Response | undefined> {
  const path = archiveIn(folder, name)
  const file = path && (await open(path, 'r').catch(() => undefined))
  if (!file) return undefined
  const { size } = await file.stat()
  // What is cut off by a reader who leaves is closed with the stream.
  const content = Readable.toWeb(file.createReadStream()) as ReadableStream<Uint8Array>
  return new Response(content, {
    headers: {
      'content-type': 'application/gzip',
      'content-length': String(size),
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    },
  })
}

const backToPage = (refusal: Refusal): Response =>
  new Response(null, { status: 303, headers: { location: `${PAGE}?download=${refusal}`, 'cache-control': 'no-store' } })
