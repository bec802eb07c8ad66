import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { anchorsIn, createChainWalk } from '../../server/src/audit/chain.ts'
import { chainHead, chainLines, unchainedLines } from '../../server/src/audit/chain-lines.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { assemble, type Cast } from './support/cast.ts'
import { callAs, errorCode, owner } from './support/outcome.ts'
import { SERVICE } from './support/people.ts'

let database: Database
let cast: Cast
beforeAll(async () => {
  database = await openAcademyDatabase()
  cast = await assemble(database)
})
afterAll(() => database?.close())

const look = <Row>(text: string) => owner<Row>(database, text)
async function verify(...anchors: string[]) {
  const chain = createChainWalk(anchors.flatMap(anchorsIn))
  for await (const line of chainLines(look)) chain.meet(line)
  return chain.end(await chainHead(look), await unchainedLines(look))
}
const write = async (entity: string) => {
  const [line] = await owner<{ id: string }>(
    database,
    `insert into audit_log (action, entity, entity_id, before, after)
     values ('update', $1, '7', '{"b": 1.50, "a": "\\u05d0\\""}', '{"a": null}') returning id::text`,
    [entity],
  )
  return line?.id ?? ''
}
/** As the owner of the database: the guards sleep. */
const forge = (sql: string, values: unknown[] = []) =>
  database.asOwner(async (tx) => {
    await tx.query('alter table audit_log disable trigger user')
    await tx.query(sql, values)
    await tx.query('alter table audit_log enable trigger user')
  })
const lines = () => owner<{ n: number }>(database, 'select count(*)::integer as n from audit_log')

describe('the chain of the audit log', () => {
  test('every line has its place, however many write at once, and what is rolled back leaves no gap', async () => {
    await Promise.all(Array.from({ length: 24 }, (_, i) => write(`crowd ${i % 3}`)))
    await owner(database, `select 1 / (select count(*) from audit_log where false)`).catch(() => undefined)
    await database
      .asOwner(async (tx) => {
        await tx.query(`insert into audit_log (action, entity) values ('never', 'x')`)
        throw new Error('back')
      })
      .catch(() => undefined)
    await write('after')
    const { findings, walked } = await verify()
    expect(findings).toEqual([])
    expect(walked).toBe((await lines())[0]?.n)
  })

  test('a line says from where staff acted, and of students nothing', async () => {
    const settings = { 'request.headers': JSON.stringify({ 'x-forwarded-for': '203.0.113.9' }) }
    const call = (actor: 'admin' | 'student', sql: string) =>
      database.asCaller(cast.caller(actor), (tx) => tx.query(sql), { settings })
    await call('admin', `select set_student_active('${cast.person('otherStudent').id}', false, 'סיבה')`)
    await call('student', 'select request_account_deletion()')
    const of = (actor: 'admin' | 'student') =>
      owner(database, 'select distinct address, session_id is null as nowhere from audit_log where actor = $1', [
        cast.person(actor).id,
      ])
    expect(await of('admin')).toEqual([{ address: '203.0.113.9', nowhere: false }])
    expect(await of('student')).toEqual([{ address: null, nowhere: true }])
    expect(await owner(database, 'select from audit_log where actor is null and address is not null')).toEqual([])
  })

  test.each([
    [`update audit_log set action = 'x'`],
    [`update audit_log set after = '{}' where entity = 'after'`],
    [`delete from audit_log`],
    ['truncate audit_log'],
  ])('%s is refused to the owner, too', async (sql) => {
    const before = await lines()
    expect(await owner(database, sql).catch(errorCode)).toBe('AUDIT_LOG_IS_APPEND_ONLY')
    expect(await lines()).toEqual(before)
    expect((await verify()).findings).toEqual([])
  })

  test('what tells who somebody is may leave a line; what is left of it cannot be changed either', async () => {
    const about = { user_id: 'p', email: 'dana@example.com', is_active: true }
    const [line] = await owner<{ id: string }>(
      database,
      `insert into audit_log (action, entity, entity_id, after) values ('update', 'users', 'p', $1) returning id::text`,
      [about],
    )
    await owner(
      database,
      `update audit_log set before = private.without_person(before), after = private.without_person(after), action = 'y'
       where entity_id = 'p'`,
    )
    expect(await owner(database, `select action, after from audit_log where entity_id = 'p'`)).toEqual([
      { action: 'update', after: { user_id: 'p', is_active: true } },
    ])
    expect(await verify()).toMatchObject({ findings: [], withoutPerson: 1 })
    await forge(`update audit_log set after = after || '{"is_active": false}' where id = $1`, [line?.id])
    expect((await verify()).findings).toEqual([
      { line: line?.id, problem: 'before, after, address or session was changed' },
    ])
    await forge(`update audit_log set after = after || '{"is_active": true}' where id = $1`, [line?.id])
  })
})

describe('a forgery by the owner of the database', () => {
  let ids: string[]
  let anchor = ''
  beforeEach(async () => {
    ids = []
    for (const name of ['one', 'two', 'three', 'four']) ids.push(await write(name))
    anchor = await callAs<string>(database, SERVICE, 'audit_anchor')
    expect((await verify(anchor)).findings).toEqual([])
    await database.asOwner((tx) =>
      tx.query('create table if not exists public.kept as select * from audit_log limit 0'),
    )
    await owner(database, 'truncate kept')
    await owner(database, 'insert into kept select * from audit_log')
    const [head] = await owner<{ position: string; hash: Buffer }>(
      database,
      'select position, hash from private.audit_head',
    )
    return async () => {
      await forge('delete from audit_log')
      await forge('insert into audit_log overriding system value select * from kept')
      await owner(database, 'update private.audit_head set position = $1, hash = $2', [head?.position, head?.hash])
    }
  })
  afterAll(() => owner(database, 'drop table kept'))

  const problems = async (...anchors: string[]) =>
    (await verify(...anchors)).findings.map(({ line, problem }) => [ids.indexOf(line), problem])

  test('what was written is found', async () => {
    await forge(`update audit_log set after = '{"a": 2}' where id = $1`, [ids[1]])
    expect(await problems()).toEqual([[1, 'before, after, address or session was changed']])
  })

  test.each([`action = 'insert'`, 'actor = gen_random_uuid()', `occurred_at = occurred_at - interval '1 microsecond'`])(
    'a change of %s is found',
    async (set) => {
      await forge(`update audit_log set ${set} where id = $1`, [ids[1]])
      expect(await problems()).toEqual([[1, expect.stringContaining('its hash does not fit')]])
    },
  )

  test('a removed line is found by the one after it, a removed end by the end', async () => {
    await forge('delete from audit_log where id = $1', [ids[1]])
    expect(await problems()).toEqual([[2, '1 line was removed before it']])
    await forge('delete from audit_log where id = $1', [ids[3]])
    expect(await problems()).toContainEqual([2, expect.stringContaining('the chain ends here')])
  })

  test('a line put in without a place, and one with the place of another', async () => {
    await forge(`insert into audit_log (action, entity, content_hash) values ('put in', 'x', '\\x00')`)
    expect((await verify()).findings).toEqual([
      { line: expect.any(String), problem: expect.stringContaining('outside the chain') },
    ])
    await forge(`delete from audit_log where action = 'put in'`)
    await forge('delete from audit_log where id = $1', [ids[2]])
    await forge(
      `insert into audit_log overriding system value
       select (jsonb_populate_record(old, jsonb_build_object('action', 'put in'))).* from kept as old where id = $1`,
      [ids[2]],
    )
    await forge(
      `update audit_log as line set hash = private.audit_line_hash(previous_hash, position, line) where id = $1`,
      [ids[2]],
    )
    expect(await problems()).toEqual([[3, expect.stringContaining('it follows another line')]])
  })

  test('with all hashes after it made anew only the anchor tells', async () => {
    await forge('delete from audit_log where id = $1', [ids[1]])
    await forge(`update audit_log set position = null, hash = null, previous_hash = null`)
    await forge(`update private.audit_head set position = 0, hash = decode(repeat('00', 32), 'hex')`)
    await forge('select private.chain_audit_lines()')
    expect(await problems()).toEqual([])
    expect(await problems(anchor)).toEqual([[3, expect.stringContaining('has no line any more')]])
    ids.push(await write('five'))
    expect(await problems(anchor)).toEqual([[4, expect.stringContaining('was written anew')]])
  })
})
