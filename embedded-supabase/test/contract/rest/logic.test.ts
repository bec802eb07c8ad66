import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RestServer, startRestServer } from './support/server.ts'

let server: RestServer
beforeAll(async () => {
  server = await startRestServer()
})
afterAll(() => server.close())

const ids = async (query: PromiseLike<{ data: unknown; error: unknown }>) => {
  const { data, error } = await query
  return error ?? (data as { id: number }[]).map(({ id }) => id)
}
const courses = () => server.client().from('courses').select('id').order('id')

test('or, and, and groups within groups', async () => {
  expect(await ids(courses().or('id.eq.1,title.eq.Pension'))).toEqual([1, 2])
  expect(await ids(courses().or('id.eq.4,and(level.eq.beginner,minutes.lt.40)'))).toEqual([3, 4])
  expect(await ids(courses().or('and(id.gt.1,id.lt.3),not.and(id.gte.1,id.lte.3)'))).toEqual([2, 4])
})

test('negation of terms and groups', async () => {
  expect(await ids(courses().or('id.not.in.(1,2,3),title.not.like.%d%'))).toEqual([2, 4])
  expect(
    await ids(
      server
        .rest('/courses?select=id&order=id&not.or=(id.eq.1,id.eq.2)')
        .then(async (r) => ({ data: await r.json(), error: null })),
    ),
  ).toEqual([3, 4])
})

test('values in quotes, lists and arrays keep their commas', async () => {
  expect(await ids(courses().or('title.eq."Loans, and more",id.in.(1,2)'))).toEqual([1, 2, 3])
  expect(await ids(courses().or('tags.cs.{home,plan},open_between.ov.[20,25)'))).toMatchObject({ code: 'PGRST100' })
  expect(await ids(courses().or('tags.cs.{home,plan},open_between.ov."[20,25)"'))).toEqual([1, 2])
})

test('JSON paths and quantifiers work inside', async () => {
  expect(await ids(courses().or('settings->>free.eq.true,title.like(any).{Hid*,Pen*}'))).toEqual([1, 2, 4])
})

test('several groups are all required', async () => {
  expect(await ids(courses().or('id.eq.1,id.eq.2').or('id.eq.2,id.eq.3'))).toEqual([2])
})

test('a broken group is PGRST100', async () => {
  for (const group of ['()', '(id.eq.1', '(id.eq.1,)', '(id)', '(id.eq)', 'id.eq.1']) {
    const response = await server.rest(`/courses?or=${encodeURIComponent(group)}`)
    expect([group, response.status, ((await response.json()) as { code: string }).code]).toEqual([
      group,
      400,
      'PGRST100',
    ])
  }
})
