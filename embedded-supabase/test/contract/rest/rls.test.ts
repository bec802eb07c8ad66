import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type RestServer, startRestServer } from './support/server.ts'

const DANA = '00000000-0000-4000-8000-00000000000a'
const AVI = '00000000-0000-4000-8000-00000000000b'

let server: RestServer
let clients: { dana: SupabaseClient; avi: SupabaseClient; service: SupabaseClient; nobody: SupabaseClient }

beforeAll(async () => {
  server = await startRestServer({
    sql: `
    create table public.people (id uuid primary key, active boolean not null default true);
    insert into public.people values ('${DANA}', true), ('${AVI}', true);
    create function public.is_active() returns boolean language sql stable security definer set search_path = '' as $$
      select exists (select from public.people where id = (select auth.uid()) and active) $$;
    alter policy notes_all on public.notes using (owner = auth.uid() and public.is_active()) with check (owner = auth.uid() and public.is_active());
    create table public.comments (id int primary key, note_id int references public.notes, body text);
    `,
  })
  clients = {
    dana: await server.person(DANA),
    avi: await server.person(AVI),
    service: server.client(server.supabase.serviceRoleKey),
    nobody: server.client(),
  }
})
afterAll(() => server.close())

beforeEach(async () => {
  await clients.service.from('comments').delete().gte('id', 0)
  await clients.service.from('notes').delete().gte('id', 0)
  await clients.service.from('people').update({ active: true }).in('id', [DANA, AVI])
  const notes = await clients.service
    .from('notes')
    .insert([
      { owner: DANA, body: 'of dana', slug: 'd' },
      { owner: AVI, body: 'of avi', slug: 'a' },
    ])
    .select('id')
  await clients.service
    .from('comments')
    .insert(notes.data?.map(({ id }, i) => ({ id: i, note_id: id, body: 'c' })) ?? [])
})

const bodies = async (client: SupabaseClient) =>
  (await client.from('notes').select('body').order('body')).data?.map(({ body }) => body)

describe('reading', () => {
  test('each sees their own rows, nobody none, the service all', async () => {
    expect(await bodies(clients.dana)).toEqual(['of dana'])
    expect(await bodies(clients.avi)).toEqual(['of avi'])
    expect(await bodies(clients.nobody)).toEqual([])
    expect(await bodies(clients.service)).toEqual(['of avi', 'of dana'])
  })

  test('neither counts nor embeds nor filters tell of other rows', async () => {
    expect((await clients.dana.from('notes').select('*', { head: true, count: 'exact' })).count).toBe(1)
    expect((await clients.nobody.from('notes').select('*', { head: true, count: 'exact' })).count).toBe(0)
    const embedded = await clients.dana.from('comments').select('id, notes(body)').order('id')
    expect(embedded.data).toEqual([
      { id: 0, notes: { body: 'of dana' } },
      { id: 1, notes: null },
    ])
    expect((await clients.dana.from('comments').select('id, notes!inner()').eq('notes.body', 'of avi')).data).toEqual(
      [],
    )
    expect((await clients.dana.from('comments').select('id').order('id', { ascending: false }).limit(1)).data).toEqual([
      { id: 1 },
    ])
  })
})

describe('writing', () => {
  test('for oneself only', async () => {
    expect(
      (await clients.dana.from('notes').insert({ body: 'mine' }, { defaultToNull: false }).select('owner').single())
        .data,
    ).toEqual({ owner: DANA })
    const forged = await clients.dana.from('notes').insert({ owner: AVI, body: 'forged' })
    expect([forged.status, forged.error?.code]).toEqual([403, '42501'])
    const anonymous = await clients.nobody.from('notes').insert({ owner: DANA, body: 'forged' })
    expect([anonymous.status, anonymous.error?.code]).toEqual([401, '42501'])
  })

  test('rows of others are neither changed nor removed, without an error', async () => {
    expect((await clients.dana.from('notes').update({ body: 'x' }).eq('slug', 'a').select()).data).toEqual([])
    expect((await clients.dana.from('notes').delete().eq('slug', 'a')).status).toBe(204)
    expect((await clients.nobody.from('notes').delete().gte('id', 0)).status).toBe(204)
    expect(await bodies(clients.service)).toEqual(['of avi', 'of dana'])
  })

  test('a row cannot be given away', async () => {
    expect((await clients.dana.from('notes').update({ owner: AVI }).eq('slug', 'd')).error?.code).toBe('42501')
  })

  test('an upsert does not take over the row of another', async () => {
    const { error } = await clients.dana
      .from('notes')
      .upsert({ owner: DANA, slug: 'a', body: 'taken' }, { onConflict: 'slug' })
    expect(error?.code).toBe('42501')
    expect(await bodies(clients.avi)).toEqual(['of avi'])
  })

  test('who is deactivated loses access at once, with the same token', async () => {
    await clients.service.from('people').update({ active: false }).eq('id', DANA)
    expect(await bodies(clients.dana)).toEqual([])
    expect((await clients.dana.from('notes').insert({ body: 'late' }, { defaultToNull: false })).status).toBe(403)
    expect((await clients.dana.from('notes').update({ body: 'late' }).eq('slug', 'd').select()).data).toEqual([])
    expect((await clients.dana.from('notes').delete().eq('slug', 'd').select()).data).toEqual([])
    expect(await bodies(clients.avi)).toEqual(['of avi'])
  })
})

test('a GET cannot write, by whatever way', async () => {
  const { error } = await clients.service.rpc('write_note', { text_: 'x' }, { get: true })
  expect(error?.code).toBe('25006')
})
