import { createHash } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Database, hasOlder, migrate, missingMigrations, openDatabase } from '../../../src/database/index.ts'
import { temporaryFolder } from '../../support/folder.ts'

const { path, remove } = temporaryFolder()
const folder = join(path, 'migrations')
let database: Database
let set = ''

beforeAll(async () => {
  database = await openDatabase({ dataDirectory: path })
})
afterAll(async () => {
  await database.close()
  remove()
})
beforeEach((context) => {
  set = context.task.id
  rmSync(folder, { recursive: true, force: true })
  for (const name of ['former-migrations.json', 'replaced-migrations.json.gz'])
    rmSync(join(path, name), { force: true })
  mkdirSync(folder)
})

const write = (name: string, sql: string) => writeFileSync(join(folder, name), sql)
const exists = async (table: string) =>
  (await database.asOwner((tx) => tx.query('select to_regclass($1) as oid', [table]))).rows[0]?.oid !== null

test('applies new files in order, each once', async () => {
  write('2_second.sql', 'alter table ordered add column b int')
  write('1_first.sql', 'create table ordered (a int)')
  expect(await migrate(database, { set, folder })).toEqual(['1_first.sql', '2_second.sql'])
  expect(await migrate(database, { set, folder })).toEqual([])
})

test('a file that fails leaves nothing behind and names itself', async () => {
  write('1_broken.sql', 'create table half (a int); select 1/0;')
  await expect(migrate(database, { set, folder })).rejects.toThrow('1_broken.sql failed: division by zero')
  expect(await exists('half')).toBe(false)
})

test('refuses a file that was changed after it was applied', async () => {
  write('1_stable.sql', 'create table stable_one (a int)')
  await migrate(database, { set, folder })
  write('1_stable.sql', 'create table stable_two (a int)')
  await expect(migrate(database, { set, folder })).rejects.toThrow('changed after it was applied')
})

test('accepts a former text of a file that was rewritten, if it is listed, and applies the present one elsewhere', async () => {
  const checksum = (sql: string) => createHash('sha256').update(sql).digest('hex')
  const [first, second, third] = ['a int', 'a int not null', 'b int'].map((column) => `create table former (${column})`)
  write('1_former.sql', first as string)
  await migrate(database, { set, folder })
  write('1_former.sql', second as string)
  writeFileSync(join(path, 'former-migrations.json'), JSON.stringify({ '1_former.sql': [checksum(first as string)] }))
  expect(await migrate(database, { set, folder })).toEqual([])
  await database.asOwner((tx) => tx.query('drop table former'))
  expect(await migrate(database, { set: `${set} elsewhere`, folder })).toEqual(['1_former.sql'])
  expect(await migrate(database, { set: `${set} elsewhere`, folder })).toEqual([])
  write('1_former.sql', third as string)
  await expect(migrate(database, { set: `${set} elsewhere`, folder })).rejects.toThrow('changed after it was applied')
  writeFileSync(join(path, 'former-migrations.json'), '{"1_former.sql": "all"}')
  await expect(migrate(database, { set, folder })).rejects.toThrow()
})

test('refuses when a file that was applied is gone', async () => {
  write('1_gone.sql', 'select 1')
  await migrate(database, { set, folder })
  rmSync(join(folder, '1_gone.sql'))
  await expect(migrate(database, { set, folder })).rejects.toThrow('1_gone.sql was applied before but is gone')
})

test('eight runners at once apply each file exactly once', async () => {
  write('1_slow.sql', 'create table once_only (a int); select pg_sleep(0.2); insert into once_only values (1)')
  const applied = await Promise.all(Array.from({ length: 8 }, () => migrate(database, { set, folder })))
  expect(applied.flat()).toEqual(['1_slow.sql'])
})

describe('a baseline that has replaced files', () => {
  const first = 'create table based (a int)'
  const second = 'alter table based add column b int'
  /** Puts a baseline and a later file in the place of the two that there were. */
  function replace() {
    const files = { '1_first.sql': first, '2_second.sql': second }
    for (const name of Object.keys(files)) rmSync(join(folder, name), { force: true })
    const kept = JSON.stringify({ baseline: '3_baseline.sql', files })
    writeFileSync(join(path, 'replaced-migrations.json.gz'), gzipSync(kept))
    write('3_baseline.sql', 'create table based (a int, b int)')
    write('4_later.sql', 'alter table based add column c int')
  }
  const recorded = async () =>
    (
      await database.asOwner((tx) =>
        tx.query<{ name: string }>(
          'select name from supabase_migrations.applied_files where set_name = $1 order by name',
          [set],
        ),
      )
    ).rows.map(({ name }) => name)
  afterEach(() => database.asOwner((tx) => tx.query('drop table if exists based')))

  test('is what an empty database takes', async () => {
    replace()
    expect(await migrate(database, { set, folder })).toEqual(['3_baseline.sql', '4_later.sql'])
    expect(await migrate(database, { set, folder })).toEqual([])
    expect(await hasOlder(database, { set, folder }, ['3_baseline.sql', '4_later.sql'])).toBe(false)
  })

  test.each([1, 2])('is recorded where %i of them were applied, once the others are', async (count) => {
    write('1_first.sql', first)
    if (count === 2) write('2_second.sql', second)
    await migrate(database, { set, folder })
    replace()
    const applied = ['2_second.sql', '4_later.sql'].slice(count - 1)
    expect(await migrate(database, { set, folder })).toEqual(applied)
    expect(await recorded()).toEqual(['3_baseline.sql', '4_later.sql'])
    expect(await hasOlder(database, { set, folder }, applied)).toBe(true)
    expect(await missingMigrations(database, { set, folder })).toEqual([])
    expect(await migrate(database, { set, folder })).toEqual([])
  })

  test('is recorded once by eight runners at once, and none applies a file again', async () => {
    write('1_first.sql', first)
    await migrate(database, { set, folder })
    replace()
    const applied = await Promise.all(Array.from({ length: 8 }, () => migrate(database, { set, folder })))
    expect(applied.flat().sort()).toEqual(['2_second.sql', '4_later.sql'])
    expect(await recorded()).toEqual(['3_baseline.sql', '4_later.sql'])
  })

  test('stays away where an earlier schema is asked for, and follows later', async () => {
    replace()
    expect(await migrate(database, { set, folder, only: ['1_first.sql'] })).toEqual(['1_first.sql'])
    expect(await recorded()).toEqual(['1_first.sql'])
    expect(await migrate(database, { set, folder })).toEqual(['2_second.sql', '4_later.sql'])
    expect(await recorded()).toEqual(['3_baseline.sql', '4_later.sql'])
  })

  test('takes no file that was another one', async () => {
    write('1_first.sql', `${first}; select 1`)
    await migrate(database, { set, folder })
    replace()
    await expect(migrate(database, { set, folder })).rejects.toThrow('1_first.sql was changed after it was applied')
  })
})
