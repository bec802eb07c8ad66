import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DANA, NOA, type StorageServer, startStorageServer } from '../../support/storage.ts'

let server: StorageServer
beforeAll(async () => {
  server = await startStorageServer()
  await server.storage('service').from('shared').upload('lesson.mp4', 'video')
  await server.storage(DANA).from('own').upload(`${DANA}/mine.txt`, 'mine')
})
afterAll(() => server.close())

const own = (who?: string) => server.storage(who).from('own')
const MINE = `${DANA}/mine.txt`
const denied = { message: 'new row violates row-level security policy', statusCode: '403', status: 400 }
const hidden = { statusCode: '404', status: 400 }

describe('who a policy allows', () => {
  test('reads, lists, signs', async () => {
    const shared = server.storage(NOA).from('shared')
    expect(await (await shared.download('lesson.mp4')).data?.text()).toBe('video')
    expect((await shared.list()).data).toHaveLength(1)
    const { data } = await shared.createSignedUrl('lesson.mp4', 60)
    expect(await (await fetch(data?.signedUrl ?? '')).text()).toBe('video')
  })
  test('writes, replaces, moves, copies, removes', async () => {
    const { id } = (await own(DANA).upload(`${DANA}/a.txt`, 'a')).data ?? {}
    expect((await own(DANA).update(`${DANA}/a.txt`, 'b')).data?.id).toBe(id)
    expect((await own(DANA).move(`${DANA}/a.txt`, `${DANA}/b.txt`)).error).toBeNull()
    expect((await own(DANA).copy(`${DANA}/b.txt`, `${DANA}/c.txt`)).error).toBeNull()
    expect((await own(DANA).remove([`${DANA}/b.txt`, `${DANA}/c.txt`])).data).toHaveLength(2)
    const { rows } = await server.supabase.database.asOwner((tx) =>
      tx.query('select owner, owner_id from storage.objects where name = $1', [MINE]),
    )
    expect(rows).toEqual([{ owner: DANA, owner_id: DANA }])
  })
  test('uploads with a policy for INSERT alone', async () => {
    expect((await server.storage().from('open').upload('drop/a.txt', 'x')).error).toBeNull()
    expect((await server.storage().from('open').upload('drop/a.txt', 'x', { upsert: true })).error).toMatchObject(
      denied,
    )
    expect((await server.storage().from('open').upload('elsewhere.txt', 'x')).error).toMatchObject(denied)
  })
})

describe.each([
  ['nobody', undefined],
  ['another person', NOA],
])('%s', (_, who) => {
  test('reads nothing of it', async () => {
    expect((await own(who).download(MINE)).error).toMatchObject(hidden)
    expect((await own(who).info(MINE)).error).toMatchObject(hidden)
    expect((await own(who).exists(MINE)).data).toBe(false)
    expect((await own(who).list(DANA)).data).toEqual([])
    expect((await own(who).list()).data).toEqual([])
    expect((await own(who).listV2()).data?.objects).toEqual([])
    expect((await own(who).createSignedUrl(MINE, 60)).error).toMatchObject(hidden)
    expect((await own(who).createSignedUrls([MINE], 60)).data?.[0]?.signedUrl).toBeNull()
  })
  test('changes nothing of it', async () => {
    expect((await own(who).upload(`${DANA}/new.txt`, 'x')).error).toMatchObject(denied)
    expect((await own(who).upload(MINE, 'x', { upsert: true })).error).toMatchObject(denied)
    expect((await own(who).update(MINE, 'x')).error).toMatchObject(denied)
    expect((await own(who).move(MINE, `${NOA}/mine.txt`)).error).toMatchObject(hidden)
    expect((await own(who).copy(MINE, `${NOA}/mine.txt`)).error).toMatchObject(hidden)
    expect((await own(who).createSignedUploadUrl(`${DANA}/new.txt`)).error).toMatchObject(denied)
    expect((await own(who).remove([MINE])).data).toEqual([])
    expect(await (await own(DANA).download(MINE)).data?.text()).toBe('mine')
  })
})

test('an owner gives nothing into another’s folder', async () => {
  expect((await own(DANA).move(MINE, `${NOA}/gift.txt`)).error).toMatchObject(denied)
  expect((await own(DANA).copy(MINE, `${NOA}/gift.txt`)).error).toMatchObject(denied)
  expect(await (await own(DANA).download(MINE)).data?.text()).toBe('mine')
})

test('a refused upload is refused before its bytes are read', async () => {
  let pulled = 0
  const endless = new ReadableStream({
    pull(controller) {
      pulled++
      controller.enqueue(new Uint8Array(64 * 1024))
    },
  })
  const response = await fetch(`${server.url}/storage/v1/object/own/${DANA}/big.bin`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.tokenOf(NOA)}` },
    body: endless,
    duplex: 'half',
  } as RequestInit).catch(() => undefined)
  if (response) expect(response.status).toBe(400)
  expect(pulled).toBeLessThan(1000)
})

test('a rule of the project that refuses on purpose is a refusal, no fault', async () => {
  await server.supabase.database.asOwner((tx) =>
    tx.query(`create function public.refuse() returns boolean language plpgsql stable as $$
      begin raise sqlstate 'PGRST' using message = '{"code":"ENDED","message":"ended"}', detail = '{"status":401}'; end $$;
      create policy "raises" on storage.objects as restrictive for select to authenticated using (public.refuse())`),
  )
  expect((await own(DANA).download(MINE)).error).toMatchObject({ statusCode: '403', status: 400 })
  await server.supabase.database.asOwner((tx) => tx.query(`drop policy "raises" on storage.objects`))
})
