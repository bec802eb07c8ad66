import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Upload } from 'tus-js-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DatabaseUnavailable } from '../../../../src/errors.ts'
import { createPartsFolder } from '../../../../src/storage/resumable/parts-folder.ts'
import { createRunning } from '../../../../src/storage/resumable/running.ts'
import { sweepUploads } from '../../../../src/storage/resumable/sweep.ts'
import { cleaningUp } from '../../../support/clean-up.ts'
import { freePort } from '../../../support/free-port.ts'
import { addressOf, resumableOf } from '../../../support/resumable.ts'
import { type StorageServer, startStorageServer } from '../../../support/storage.ts'
import { storagePartOf } from '../../../support/storage-part.ts'
import { startCommand } from '../../command/support/command.ts'

const MIB = 1024 * 1024

let server: StorageServer
let tus: ReturnType<typeof resumableOf>
let uploads: string
beforeAll(async () => {
  server = await startStorageServer()
  tus = resumableOf(server)
  uploads = join(server.files, '..', 'uploads')
})
afterAll(() => server.close())
const { folder, cleanUp } = cleaningUp()

const asOwner = (text: string, values: unknown[] = []) =>
  server.supabase.database.asOwner((tx) => tx.query(text, values))
const head = (url: string) => tus.call('HEAD', url, { who: 'service' })

/** An upload of three bytes of which none has come. */
async function begin(objectName: string): Promise<{ id: string; url: string }> {
  const url = addressOf(await tus.begin({ bucketName: 'shared', objectName }, 3))
  const id =
    Buffer.from(url.split('/').at(-1) ?? '', 'base64url')
      .toString()
      .split('/')
      .at(-1) ?? ''
  return { id, url }
}

const textOf = async (name: string) => (await server.storage('service').from('shared').download(name)).data?.text()

describe('a process that ended', () => {
  test.each([
    ['before the file was moved', false],
    ['after the file was moved', true],
  ])('%s leaves an upload that is finished by who asks for it', async (when, isMoved) => {
    const name = `${when}.txt`
    const { id, url } = await begin(name)
    writeFileSync(join(uploads, id), 'abc')
    await asOwner('update storage.resumable_uploads set stored_bytes = 3 where id = $1', [id])
    if (isMoved) {
      mkdirSync(join(server.files, id.slice(0, 2)), { recursive: true })
      renameSync(join(uploads, id), join(server.files, id.slice(0, 2), id))
    }
    const response = await head(url)
    expect([response.headers.get('upload-offset'), response.headers.get('tus-complete')]).toEqual(['3', '1'])
    expect(await textOf(name)).toBe('abc')
  })

  test('may have written more than it kept: what is kept counts', async () => {
    const { id, url } = await begin('more.txt')
    await tus.patch(url, 0, 'a')
    writeFileSync(join(uploads, id), 'a??')
    expect((await head(url)).headers.get('upload-offset')).toBe('1')
    await tus.patch(url, 1, 'bc')
    expect(await textOf('more.txt')).toBe('abc')
  })

  test('that still writes beside another one does not move the offset', async () => {
    const { id, url } = await begin('two.txt')
    let isMoved = false
    const moved = new ReadableStream<Uint8Array>({
      async pull(controller) {
        if (isMoved) return controller.close()
        controller.enqueue(Buffer.from('ab'))
        await expect.poll(() => statSync(join(uploads, id)).size).toBe(2)
        await asOwner('update storage.resumable_uploads set stored_bytes = 1 where id = $1', [id])
        isMoved = true
      },
    })
    expect((await tus.patch(url, 0, moved)).status).toBe(423)
    expect((await head(url)).headers.get('upload-offset')).toBe('1')
  })

  test('with its disk leaves uploads that have to begin again', async () => {
    for (const lose of [(path: string) => rmSync(path), (path: string) => writeFileSync(path, '')]) {
      const { id, url } = await begin('lost.txt')
      await tus.patch(url, 0, 'ab')
      lose(join(uploads, id))
      expect((await tus.patch(url, 2, 'c')).status).toBe(404)
      expect((await head(url)).status).toBe(404)
    }
    const { id, url } = await begin('lost.txt')
    await asOwner('update storage.resumable_uploads set stored_bytes = 3 where id = $1', [id])
    rmSync(join(uploads, id))
    expect((await head(url)).status).toBe(404)
    expect(await textOf('lost.txt')).toBeUndefined()
  })
})

test('who looks while the database is away or fails is told to ask again, and not that the upload is lost', async () => {
  const { url } = await begin('away.txt')
  const failing = (error: Error) => ({ ...server.supabase.database, asOwner: () => Promise.reject(error) })
  for (const error of [new DatabaseUnavailable('away'), new Error('no luck')]) {
    const call = await storagePartOf(server, folder(), { database: failing(error) })
    const asked = await call(url.split('/storage/v1/')[1] ?? '', {
      method: 'HEAD',
      headers: { 'tus-resumable': '1.0.0' },
    })
    expect(asked.status).toBe(423)
  }
})

test('an upload ends after its day, and its bytes are swept', async () => {
  const { id, url } = await begin('late.txt')
  const fresh = await begin('fresh.txt')
  const expires = Date.parse((await head(url)).headers.get('upload-expires') ?? '')
  const { rows } = await asOwner('select expires_at from storage.resumable_uploads where id = $1', [id])
  expect(rows).toEqual([{ expires_at: expect.any(Date) }])
  expect(expires).toBeGreaterThan(Date.now() + 23 * 3_600_000)
  await asOwner(`update storage.resumable_uploads set expires_at = now() - interval '1 second' where id = $1`, [id])
  expect([(await head(url)).status, (await tus.patch(url, 0, 'abc')).status]).toEqual([410, 410])
  for (const name of ['of-none', 'running']) {
    writeFileSync(join(uploads, name), 'x')
    utimesSync(join(uploads, name), 1, 1)
  }
  const running = createRunning()
  await running.alone('running', () => sweepUploads(server.supabase.database, createPartsFolder(uploads), running))
  expect(tus.parts()).toContain('running')
  expect(tus.parts()).toContain(fresh.id)
  expect(tus.parts()).not.toContain(id)
  expect(tus.parts()).not.toContain('of-none')
  expect([(await head(url)).status, (await head(fresh.url)).status]).toEqual([404, 200])
})

test('a bucket that is deleted takes its unfinished uploads along', async () => {
  const bucket = `gone-${randomUUID()}`
  await server.storage('service').createBucket(bucket)
  const url = addressOf(await tus.begin({ bucketName: bucket, objectName: 'a.txt' }, 3))
  expect((await server.storage('service').deleteBucket(bucket)).error).toBeNull()
  expect((await head(url)).status).toBe(404)
})

test('an upload goes on by itself after the server was killed and started again', async () => {
  const project = folder()
  mkdirSync(join(project, 'supabase', 'migrations'), { recursive: true })
  writeFileSync(join(project, 'supabase', 'config.toml'), '[storage]\nfile_size_limit = "100MiB"\n')
  const sql = `insert into storage.buckets (id, name) values ('videos', 'videos')`
  writeFileSync(join(project, 'supabase', 'migrations', '20260101000000_videos.sql'), sql)
  const data = join(project, 'data')
  const words = [project, '--port', String(await freePort()), '--data', data]
  const first = await startCommand(...words)
  const address = `http://127.0.0.1:${words[2]}/storage/v1`
  const { serviceRoleKey } = JSON.parse(readFileSync(join(data, 'keys.json'), 'utf8'))
  const headers = { authorization: `Bearer ${serviceRoleKey}` }
  const content = randomBytes(60 * MIB)
  const requests: string[] = []
  let second: ReturnType<typeof startCommand> | undefined
  cleanUp.push(async () => (await second)?.stop('SIGTERM'))
  const restart = () => first.stop('SIGKILL').then(() => startCommand(...words))
  await new Promise<unknown>((resolve, reject) => {
    const upload = new Upload(content, {
      endpoint: `${address}/upload/resumable`,
      headers,
      metadata: { bucketName: 'videos', objectName: 'long.mp4', contentType: 'video/mp4' },
      retryDelays: Array.from({ length: 300 }, () => 200),
      onProgress: (sent) => {
        if (sent > 30 * MIB) second ??= restart()
      },
      onAfterResponse: (request, response) => {
        // The client takes 503 to HEAD for the loss of the upload; whoever uses it says that it is not.
        if (response.getStatus() === 503) throw new Error('the server is starting')
        requests.push(`${request.getMethod()} ${response.getStatus()}`)
        if (request.getMethod() === 'HEAD') requests.push(String(Number(response.getHeader('Upload-Offset')) > 0))
      },
      onError: reject,
      onSuccess: resolve,
    })
    upload.start()
  })
  expect(second).toBeDefined()
  expect(requests).toEqual(['POST 201', 'HEAD 200', 'true', 'PATCH 204'])
  const stored = await fetch(`${address}/object/videos/long.mp4`, { headers })
  expect(Buffer.from(await stored.arrayBuffer()).equals(content)).toBe(true)
})
