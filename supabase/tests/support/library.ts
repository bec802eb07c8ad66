import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { processNextUpload } from '../../../server/src/media/media-worker.ts'
import { openPrivateBucket } from './private-bucket.ts'

/** A file of the library as its editors are told of it. */
export type LibraryFile = {
  id: string
  name: string
  kind: string
  state: string
  failure: string | null
  path: string | null
  mime: string | null
  alt_he: string
  width: number | null
  height: number | null
  duration_seconds: number | null
  stored_bytes: number
  is_faststart: boolean | null
  variants: { path: string; width: number; format: string; bytes: number }[]
}

/** A server with people, an empty library and its worker, who works when he is told to. */
export async function openLibrary() {
  const files = await openPrivateBucket({
    id: 'lesson-videos',
    type: 'video/mp4',
    ending: 'mp4',
    naming: (file) => ({ provider: 'file', video_ref: file }),
    finding: (file) => `video_ref=eq.${file}`,
  })
  const ids: Record<string, string> = {}
  for (const actor of ['super_admin', 'admin', 'marketing', 'analyst', 'student'])
    ids[actor] = JSON.parse((await files.ask(actor, { path: '/auth/v1/user', init: {} })).text).id
  const call = async <Value = LibraryFile>(actor: string, name: string, values: object = {}) => {
    const { text, ok } = await files.ask(actor, {
      path: `/rest/v1/rpc/${name}`,
      init: { method: 'POST', body: JSON.stringify(values) },
    })
    const answer = text ? JSON.parse(text) : null
    return (ok ? answer : answer.code) as Value
  }
  const upload = (actor: string, place: string, content: Buffer | string, type: string) =>
    files
      .client(actor)
      .storage.from('uploads')
      .upload(place, new Blob([new Uint8Array(Buffer.from(content))], { type }))
  const backend = { fetch, publicUrl: files.server.url, serviceRoleKey: files.server.supabase.serviceRoleKey }
  const list = (query: object = {}, actor = 'admin') =>
    call<{ rows: LibraryFile[]; total: number; bytes: number }>(actor, 'list_media_files', { query })
  async function add(actor: string, content: Buffer | string, type: string, name: string) {
    const id = randomUUID()
    expect((await upload(actor, `${ids[actor]}/${id}`, content, type)).error).toBeNull()
    return call(actor, 'add_media_file', { id, name })
  }
  return {
    files,
    ids,
    call,
    upload,
    add,
    list,
    backend,
    work: () => processNextUpload(backend, ''),
    /** What became of an upload once the server looked at it. */
    async taken(actor: string, content: Buffer | string, type: string, name: string): Promise<LibraryFile> {
      const { id } = await add(actor, content, type, name)
      expect(await processNextUpload(backend, '')).toBe(true)
      const file = (await list()).rows.find((row) => row.id === id)
      if (!file) throw new Error(`${name} is not in the library`)
      return file
    },
  }
}
