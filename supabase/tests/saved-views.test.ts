import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { assemble, type Cast } from './support/cast.ts'
import { errorCode, owner, rowsAs } from './support/outcome.ts'

let database: Database
let cast: Cast
beforeAll(async () => {
  database = await openAcademyDatabase()
  cast = await assemble(database)
})
afterAll(() => database?.close())

const save = (name: string, query = 'state=closed', page = 'students') =>
  rowsAs<{ id: string }>(
    database,
    cast.caller('admin'),
    'insert into saved_views (page, name, query) values ($1, $2, $3) returning id',
    [page, name, query],
  )
const outcome = (done: Promise<unknown>) => done.then(() => 'yes', errorCode)

test('[2.12-05] a view is named, changed and removed by whoever saved it; a colleague does not see it', async () => {
  const [view] = await save('מושבתים')
  const see = (actor: 'admin' | 'super_admin') =>
    rowsAs(database, cast.caller(actor), 'select name, query from saved_views where id = $1', [view?.id])
  expect(await see('admin')).toEqual([{ name: 'מושבתים', query: 'state=closed' }])
  expect(await see('super_admin')).toEqual([])
  const change = (actor: 'admin' | 'super_admin') =>
    rowsAs(database, cast.caller(actor), `update saved_views set name = 'סגורים' where id = $1 returning 1`, [view?.id])
  expect(await change('super_admin')).toEqual([])
  expect(await change('admin')).toHaveLength(1)
  const remove = (actor: 'admin' | 'super_admin') =>
    rowsAs(database, cast.caller(actor), 'delete from saved_views where id = $1 returning 1', [view?.id])
  expect(await remove('super_admin')).toEqual([])
  expect(await remove('admin')).toHaveLength(1)
})

test('names, addresses and pages are bounded', async () => {
  for (const name of ['', ' רווח', 'א'.repeat(41)]) expect(await outcome(save(name))).toBe('23514')
  for (const query of ['א', 'a b', 'a'.repeat(1001), 'a\n']) expect(await outcome(save('שם', query))).toBe('23514')
  for (const page of ['', 'Students', '../x', 'a'.repeat(41)]) expect(await outcome(save('שם', '', page))).toBe('23514')
})

test('twenty a list, also when two windows save at once', async () => {
  await owner(database, 'delete from saved_views')
  for (let n = 0; n < 19; n += 1) await save(`תצוגה ${n}`)
  const both = await Promise.all([outcome(save('אחת')), outcome(save('שתיים'))])
  expect(both.sort()).toEqual(['TOO_MANY_VIEWS', 'yes'])
  expect(await outcome(save('אחרת', '', 'team'))).toBe('yes')
})
