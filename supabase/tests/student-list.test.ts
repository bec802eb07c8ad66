import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { ACTORS, type Actor, assemble, type Cast } from './support/cast.ts'
import { callAs, errorCode, owner, rowsAs } from './support/outcome.ts'

type Row = {
  id: string
  first_name: string
  last_name: string
  email_masked: string
  phone_masked: string | null
  state: string
  sort_value: string
  started_lessons: number
  completed_lessons: number
}
type List = { rows: Row[]; total: number | null; size: number }
type Query = Record<string, unknown>

let database: Database
let cast: Cast
beforeAll(async () => {
  database = await openAcademyDatabase()
  cast = await assemble(database)
  await owner(
    database,
    `with crowd as (insert into auth.users (id, email, email_confirmed_at)
       select gen_random_uuid(), 'crowd' || i || '@example.com', now() from generate_series(1, 140) as i returning id, email)
     insert into users (id, email, first_name, last_name, phone_number, created_at, last_login_at)
     select id, email, 'קהל ' || (n % 9), 'שם ' || n, '+97254' || lpad(n::text, 7, '0'),
       '2026-01-01'::timestamptz + (n % 30) * interval '1 day',
       case when n % 3 = 0 then null else '2026-02-01'::timestamptz + (n % 20) * interval '1 day' end
     from (select id, email, substring(email from '[0-9]+')::integer as n from crowd) as people`,
  )
})
afterAll(() => database?.close())

const list = (query: Query, actor: Actor = 'admin') =>
  callAs<List>(database, cast.caller(actor), 'list_students', [JSON.stringify(query)])
const emails = async (query: Query) => {
  const { rows } = await list(query)
  const known = await owner<{ id: string; email: string }>(database, 'select id, email from users')
  const emailById = new Map(known.map(({ id, email }) => [id, email]))
  return rows.map(({ id }) => emailById.get(id))
}

/** Walks a list from its first page to its last, or back from a row. */
async function walk(query: Query, way: 'after' | 'before' = 'after', from?: Row): Promise<string[]> {
  const ids: string[] = []
  let place = from && { value: from.sort_value, id: from.id }
  for (;;) {
    const { rows, size } = await list(place ? { ...query, [way]: place } : query)
    const page = rows.slice(0, size)
    ids.push(...page.map(({ id }) => id))
    const last = page.at(-1)
    if (rows.length <= size || !last) return ids
    place = { value: last.sort_value, id: last.id }
  }
}

describe('[2.12-05] [6-14] the list of students', () => {
  test.each(ACTORS)('%s', async (actor) => {
    const allowed = actor === 'admin' || actor === 'super_admin'
    const outcome = await list({}, actor).then(({ rows }) => rows.length > 0, errorCode)
    const denied = actor === 'anonymous' || actor === 'service_role' ? 'denied' : 'FORBIDDEN'
    expect(outcome).toBe(allowed ? true : denied)
  })

  test('shows names, and of address and phone only what a mask leaves', async () => {
    const { rows } = await list({ search: 'student@example.com' })
    expect(rows).toMatchObject([{ email_masked: 's***@e***.com', state: 'active', started_lessons: 1 }])
    const listed = JSON.stringify((await list({ count: true })).rows)
    expect(listed).not.toMatch(/[a-z0-9]+@example|\+97254/)
    expect(rows[0]?.phone_masked).toMatch(/^\*+\d{3}$/)
  })

  test.each(['created_at', 'last_login_at', 'name'])('by %s walks every student once, both ways', async (sort) => {
    const { total, rows } = await list({ sort, count: true })
    for (const direction of ['asc', 'desc']) {
      const down = await walk({ sort, direction })
      expect(new Set(down).size).toBe(total)
      expect(down).toHaveLength(total ?? 0)
    }
    expect(rows).toHaveLength(51)
    const there = await walk({ sort, direction: 'asc' })
    const lastPage = await list({ sort, direction: 'desc' })
    const last = lastPage.rows[0]
    const back = await walk({ sort, direction: 'asc' }, 'before', last)
    expect([...back].reverse()).toEqual(there.slice(0, -1))
  })

  test('finds a whole address, a whole phone as stored or dialled, and parts of names in any order', async () => {
    expect(await emails({ search: ' Crowd7@example.com ' })).toEqual(['crowd7@example.com'])
    expect(await emails({ search: '+972540000007' })).toEqual(['crowd7@example.com'])
    expect(await emails({ search: '054-0000007' })).toEqual(['crowd7@example.com'])
    expect(await emails({ search: 'שם 77 קהל' })).toEqual(['crowd77@example.com'])
  })

  test('finds no part of an address or of a phone', async () => {
    expect(await emails({ search: 'crowd7@example' })).toEqual([])
    expect(await emails({ search: '%@%' })).toEqual([])
    expect(await emails({ search: '54000000' })).toEqual([])
    expect(await emails({ search: 'example' })).toEqual([])
  })

  test('finds a word of one or two signs where a name begins with it', async () => {
    expect(await emails({ search: 'שם 10' })).toHaveLength(11)
    expect(await emails({ search: 'ם 77' })).toEqual([])
  })

  test('counts to 10,000 and says that there are more', async () => {
    const [row] = await owner<{ few: number }>(database, `select private.count_students('{}', 20) as few`)
    expect(row?.few).toBe(20)
    expect(await list({ count: true })).toMatchObject({ total: expect.any(Number), more: false })
  })

  test('takes signs of patterns and quotes as they are', async () => {
    for (const search of ['%', '_', '\\', "' or true --", '%%%', '"', "x' union select 1"]) {
      expect(await emails({ search })).toEqual([])
    }
  })

  test('a search of a hundred words and a list of thousands of states cost what a short one does', async () => {
    const words = Array.from({ length: 50 }, (_, i) => String.fromCharCode(1488 + (i % 22))).join(' ')
    expect((await list({ search: words })).rows).toEqual([])
    const states = Array.from({ length: 5_000 }, () => 'closed')
    expect(await emails({ states })).toEqual(['deactivated@example.com'])
    const [row] = await owner<{ said: string }>(
      database,
      `select private.student_filters(jsonb_build_object('search', $1::text, 'states', $2::jsonb)) as said`,
      [words, JSON.stringify(states)],
    )
    expect(row?.said.match(/ or /g)).toHaveLength(6)
    expect(row?.said).toMatch(/listed.state = any \('\{closed\}'\)/)
  })

  test.each(['null', '[]', '["id"]', '"text"', '7', 'true', '{"search":7,"states":"closed","count":"true","sort":[]}'])(
    'a query that is no query lists or finds nothing, and breaks nothing: %s',
    async (query) => {
      const answer = await callAs<List>(database, cast.caller('admin'), 'list_students', [query])
      expect(answer.size).toBe(50)
    },
  )

  test('filters by state, phone, mailing and absence', async () => {
    const of = async (query: Query) => (await list({ ...query, count: true })).total
    const all = Number(await of({}))
    expect(await emails({ states: ['closed'] })).toEqual(['deactivated@example.com'])
    expect(await emails({ states: ['unverified'] })).toEqual(['unverified@example.com'])
    expect(await of({ states: ['active', 'closed', 'unverified', 'leaving'] })).toBe(all)
    expect(await of({ states: ['nonsense'] })).toBe(0)
    expect(await of({ phone_owed: true })).toBe(0)
    expect(await of({ marketing: false })).toBe(all)
    const absent = Number(await of({ absent_days: 30 }))
    expect(absent).toBeGreaterThan(40)
    expect(await of({ absent_days: 99999999999 })).toBeLessThan(absent)
  })

  test.each([
    { after: { value: 'never', id: 'x' } },
    { after: { value: '2026-01-01', id: 'x' } },
    { after: { value: '2026-01-01 Nowhere/Nothing', id: '00000000-0000-4000-8000-000000000001' } },
    { after: {}, sort: 'name' },
  ])('a place that is none is refused or the beginning: %j', async (query) => {
    const outcome = await list(query).then(({ rows }) => rows.length, errorCode)
    expect([51, 0, 'INVALID_CURSOR']).toContain(outcome)
  })
})

test.each(['super_admin', 'admin', 'analyst', 'marketing'] as const)(
  '[6-03] %s reads no personal column of a student past the functions that note it',
  async (actor) => {
    expect(await rowsAs(database, cast.caller(actor), 'select email, phone_number, first_name from users')).toEqual([])
  },
)
