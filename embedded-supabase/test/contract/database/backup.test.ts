import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { isData } from '../../../src/database/data-folder.ts'
import { backUp, type Database, deleteData, restore } from '../../../src/index.ts'
import { cleaningUp } from '../../support/clean-up.ts'
import { startTestServer } from '../../support/start.ts'

const { cleanUp, folder } = cleaningUp()

const MIGRATION = `create table public.kept (n int primary key, filling text default repeat('x', 500));
insert into storage.buckets (id, name, public) values ('open', 'open', true);`

async function start(dataDirectory: string) {
  const server = await startTestServer({ dataDirectory, durable: true, migrations: { '0001_kept.sql': MIGRATION } })
  let open = true
  const close = async () => {
    if (open) await server.close()
    open = false
  }
  cleanUp.push(close)
  return { ...server, close, files: server.client(server.supabase.serviceRoleKey).storage.from('open') }
}

/** What is backed up or restored into; the migrations lie beside the data. */
function place(dataDirectory: string) {
  const projectDirectory = folder()
  mkdirSync(join(projectDirectory, 'migrations'))
  writeFileSync(join(projectDirectory, 'migrations/0001_kept.sql'), MIGRATION)
  return { dataDirectory, projectDirectory, log: () => undefined }
}

const numbers = async (database: Database) =>
  new Set((await database.asOwner((tx) => tx.query<{ n: number }>('select n from kept'))).rows.map(({ n }) => n))

test('a backup of a running server has every row that was acknowledged before it began', async () => {
  const [data, elsewhere, archives] = [folder(), folder(), folder()]
  const server = await start(data)
  await server.files.upload('שם.txt'.replace('שם', 'name'), 'stored', { contentType: 'text/plain' })
  let n = 0
  let writing = true
  const writer = async () => {
    while (writing) {
      const next = ++n
      await server.supabase.database.asOwner((tx) => tx.query('insert into kept (n) values ($1)', [next]))
      acknowledged.add(next)
    }
  }
  const acknowledged = new Set<number>()
  const writers = [writer(), writer(), writer()]
  while (acknowledged.size < 300) await new Promise((resolve) => setTimeout(resolve, 10))
  const before = [...acknowledged]
  const archive = join(archives, 'academy.tar.gz')
  await backUp(archive, place(data))
  writing = false
  await Promise.all(writers)
  expect(acknowledged.size).toBeGreaterThan(before.length)
  const { serviceRoleKey } = server.supabase
  await server.close()

  await restore(archive, place(elsewhere))
  const restored = await start(elsewhere)
  const there = await numbers(restored.supabase.database)
  expect(before.filter((one) => !there.has(one))).toEqual([])
  expect(restored.supabase.appliedMigrations).toEqual([])
  expect(restored.supabase.serviceRoleKey).toBe(serviceRoleKey)
  expect(await (await restored.files.download('name.txt')).data?.text()).toBe('stored')
})

test('of a backup of a stopped server, a restore that is killed leaves a folder that no start takes and the next one clears', async () => {
  const [data, elsewhere, archives] = [folder(), folder(), folder()]
  const server = await start(data)
  await server.supabase.database.asOwner((tx) => tx.query('insert into kept (n) values (7)'))
  await server.close()
  const archive = join(archives, 'academy.tar.gz')
  await backUp(archive, place(data))
  expect(readdirSync(archives)).toEqual(['academy.tar.gz'])
  await expect(restore(archive, place(data))).rejects.toThrow('is not empty')

  const { dataDirectory, projectDirectory } = place(elsewhere)
  const script = `import { restore } from '${join(import.meta.dirname, '../../../src/index.ts')}'
    const log = (line) => line === 'putting in the files' && process.kill(process.pid, 'SIGKILL')
    await restore('${archive}', { ...${JSON.stringify({ dataDirectory, projectDirectory })}, log })`
  const killed = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], { stdio: 'inherit' })
  expect((await once(killed, 'exit'))[1]).toBe('SIGKILL')
  await expect(start(elsewhere)).rejects.toThrow('did not come to its end')
  await restore(archive, place(elsewhere))
  expect(await numbers((await start(elsewhere)).supabase.database)).toEqual(new Set([7]))
})

test('what is no backup is refused and leaves nothing behind', async () => {
  const [elsewhere, archives] = [folder(), folder()]
  const archive = join(archives, 'wrong.tar.gz')
  writeFileSync(archive, gzipSync(Buffer.alloc(1024)))
  await expect(restore(archive, place(elsewhere))).rejects.toThrow('is not a whole backup')
  expect(readdirSync(elsewhere)).toEqual([])
  await expect(backUp(archive, place(elsewhere))).rejects.toThrow('nothing to back up')
  expect(existsSync(`${archive}.partial`)).toBe(false)
})

test('what is done with the rows is there with them or not at all, after the migrations that are newer', async () => {
  const [data, elsewhere, archives] = [folder(), folder(), folder()]
  const server = await start(data)
  await server.supabase.database.asOwner((tx) => tx.query('insert into kept (n) values (7)'))
  const archive = join(archives, 'academy.tar.gz')
  await backUp(archive, { ...place(data), siteUrl: 'https://garden.example' })
  await server.close()
  const newer = place(elsewhere)
  writeFileSync(join(newer.projectDirectory, 'migrations/0002_newer.sql'), 'create table public.newer (n int)')
  const refused = restore(archive, {
    ...newer,
    onRows: async (tx) => {
      await tx.query('insert into public.newer (n) values (1)')
      throw new Error('not now')
    },
  })
  await expect(refused).rejects.toThrow('not now')
  expect(readdirSync(elsewhere)).toEqual([])
  const reported: unknown[] = []
  await restore(archive, {
    ...newer,
    onRows: async (tx, backup) => {
      reported.push(backup)
      await tx.query('insert into public.newer (n) select n from public.kept')
    },
  })
  expect(reported).toEqual([{ madeAt: expect.stringMatching(/^20.+Z$/), siteUrl: 'https://garden.example' }])
  const files = { '0001_kept.sql': MIGRATION, '0002_newer.sql': 'create table public.newer (n int)' }
  const restored = await startTestServer({ dataDirectory: elsewhere, durable: true, migrations: files })
  cleanUp.push(() => restored.close())
  expect(restored.supabase.appliedMigrations).toEqual([])
  const { rows } = await restored.supabase.database.asOwner((tx) => tx.query('select n from public.newer'))
  expect(rows).toEqual([{ n: 7 }])
})

test('backups and files of a home in the data folder are in no backup, stand in the way of no restore and stay', async () => {
  const [data, archives] = [folder(), folder()]
  const server = await start(data)
  await server.supabase.database.asOwner((tx) => tx.query('insert into kept (n) values (7)'))
  const beside = ['.npm/_logs', 'backups', 'lost+found']
  for (const name of beside) {
    mkdirSync(join(data, name), { recursive: true })
    writeFileSync(join(data, name, 'here'), 'before')
  }
  writeFileSync(join(data, '.profile'), 'before')
  const archive = join(data, 'academy-today.tar.gz')
  await backUp(archive, place(data))
  const copy = join(archives, 'copy.tar.gz')
  await backUp(copy, place(data))
  await server.close()
  const unchanged = () => {
    for (const name of beside) expect(readFileSync(join(data, name, 'here'), 'utf8')).toBe('before')
    expect(readFileSync(join(data, '.profile'), 'utf8')).toBe('before')
    expect(existsSync(archive)).toBe(true)
  }

  await expect(restore(archive, place(data))).rejects.toThrow(
    `${data} is not empty: it holds keys.json, logins.json, postgres, postgres-password, socket. Restore`,
  )
  await deleteData(data)
  unchanged()
  writeFileSync(join(data, 'notes.txt'), '')
  await expect(restore(archive, place(data))).rejects.toThrow(`${data} is not empty: it holds notes.txt. Restore into`)
  rmSync(join(data, 'notes.txt'))
  // Interrupted, and begun anew.
  writeFileSync(join(data, 'restore-unfinished'), '')
  writeFileSync(join(data, 'keys.json'), 'half')
  await restore(archive, place(data))
  unchanged()
  expect(await numbers((await start(data)).supabase.database)).toEqual(new Set([7]))

  const into = folder()
  await restore(copy, place(into))
  expect(readdirSync(into).filter((name) => !isData(name))).toEqual([])
  // One that fails on its way takes away its own alone.
  const failing = folder()
  writeFileSync(join(failing, '.profile'), 'before')
  const log = (line: string) => {
    if (line === 'putting in the files') throw new Error('the disk is full')
  }
  await expect(restore(copy, { ...place(failing), log })).rejects.toThrow('the disk is full')
  expect(readdirSync(failing)).toEqual(['.profile'])
})
