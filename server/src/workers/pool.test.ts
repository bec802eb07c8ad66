import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterEach, describe, expect, test } from 'vitest'
import { KIND_OF } from './kinds.ts'
import { createPool } from './pool.ts'
import { NoWorker } from './process.ts'

const pools: ReturnType<typeof createPool>[] = []
const open = (options = {}) => {
  const pool = createPool(options)
  pools.push(pool)
  return pool
}
afterEach(() => {
  for (const pool of pools.splice(0)) pool.stop()
})

const mail = (subject: string) =>
  Buffer.from(`From: dana@example.org\r\nSubject: ${subject}\r\n\r\nwords of ${subject}`)
const read = async (pool: ReturnType<typeof createPool>, subject: string, sender = '') => {
  const raw = mail(subject)
  const { subject: found, words } = await pool.run(sender, 'readMail', raw, raw.length)
  return [found, words]
}
const as = (subject: string) => [subject, `words of ${subject}`]
const deep = Buffer.from(
  `From: a@b.co\r\n${Array.from({ length: 500 }, (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`).join('')}`,
)
const isAlive = (pid: number | undefined) => pid !== undefined && existsSync(`/proc/${pid}/exe`)

test('nothing is started before there is a job, and jobs one after the other are done by one worker', async () => {
  const pool = open()
  expect(pool.pids()).toEqual([])
  const seen = new Set<number | undefined>()
  for (let at = 0; at < 20; at++) {
    expect(await read(pool, `mail ${at}`)).toEqual(as(`mail ${at}`))
    for (const pid of pool.pids()) seen.add(pid)
  }
  expect(seen.size).toBe(1)
})

test('jobs at once are each done as what they are, by no more workers than there may be', async () => {
  const pool = open()
  const subjects = Array.from({ length: 9 }, (_, at) => `at once ${at}`)
  expect(await Promise.all(subjects.map((subject) => read(pool, subject)))).toEqual(subjects.map(as))
  expect(pool.pids()).toHaveLength(2)
})

test('what a worker is given comes back by the byte', async () => {
  const pool = open()
  const content = Buffer.alloc(3_000_000, 0)
  for (let at = 0; at < content.length; at++) content[at] = (at * 7 + (at >> 8)) & 255
  const raw = Buffer.concat([
    Buffer.from('From: a@b.co\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\nשלום\r\n'),
    Buffer.from('--x\r\nContent-Type: image/png; name="$bytes.png"\r\nContent-Transfer-Encoding: base64\r\n\r\n'),
    Buffer.from(`${content.toString('base64').replace(/.{76}/g, '$&\r\n')}\r\n--x--`),
  ])
  const { words, enclosures } = await pool.run('', 'readMail', raw, raw.length)
  expect([words, enclosures[0]?.name, enclosures[0]?.content.equals(content)]).toEqual(['שלום', '$bytes.png', true])
})

describe('a hostile input', () => {
  const large = sharp({ create: { width: 7_000, height: 7_000, channels: 3, background: '#1d5c4a' } })
    .png()
    .toBuffer()

  const lines = Buffer.concat([
    mail('lines'),
    Buffer.alloc(12_000_000, 'a line of a mail that is as long as lines of mails are\n'),
  ])
  const head = async (pool: ReturnType<typeof createPool>) => (await pool.run('', 'readHead', mail('beside'))).subject

  test.each([
    ['no memory', 'readMail', { heapMb: 16 }, 'MEMORY'],
    ['no memory beside the objects', 'makePictures', { memoryMb: 0 }, 'BROKEN'],
    // Some four seconds of work for the one that the kernel allows.
    ['no time', 'readMail', { seconds: 0.5 }, 'TIME'],
  ] as const)('for which there is %s is refused, and harms no other', async (_, job, limits, code) => {
    const pool = open({ kindOf: { ...KIND_OF, [job]: { ...KIND_OF[job], ...limits } } })
    const hostile = job === 'readMail' ? pool.run('', job, lines, lines.length) : pool.run('', job, await large)
    expect(await Promise.allSettled([hostile, head(pool)])).toMatchObject([
      { status: 'rejected', reason: { name: 'JobRefused', code } },
      { status: 'fulfilled', value: 'beside' },
    ])
    expect(await head(pool)).toBe('beside')
  })

  test('that breaks the parser ends its worker too: the next is read by a new one', async () => {
    const pool = open()
    await read(pool, 'before')
    const [before] = pool.pids()
    await expect(pool.run('', 'readMail', deep, deep.length)).rejects.toMatchObject({ code: 'UNREADABLE' })
    expect(await read(pool, 'after')).toEqual(as('after'))
    expect(pool.pids()).not.toContain(before)
  })

  test('that our own rules refuse keeps the worker', async () => {
    const pool = open()
    await read(pool, 'before')
    const before = pool.pids()
    const raw = Buffer.from('Subject: of nobody\r\n\r\nwords')
    await expect(pool.run('', 'readMail', raw, raw.length)).rejects.toMatchObject({ code: 'SENDER' })
    expect(pool.pids()).toEqual(before)
  })
})

test('a worker that is killed by the system refuses nothing for good, and is replaced', async () => {
  const pool = open()
  await read(pool, 'before')
  for (let at = 0; at < 5; at++) {
    const raw = Buffer.concat([mail('x'), Buffer.alloc(4_000_000, 'a b c\n')])
    const reading = pool.run('', 'readMail', raw, raw.length)
    const killed = expect(reading).rejects.toBeInstanceOf(NoWorker)
    await expect.poll(() => isAlive(pool.pids()[0])).toBe(true)
    process.kill(pool.pids()[0] ?? 0, 'SIGKILL')
    await killed
    expect(await read(pool, `after ${at}`)).toEqual(as(`after ${at}`))
  }
  expect(pool.pids()).toHaveLength(1)
})

test('a worker that cannot begin, because its files are gone, refuses nothing for good', async () => {
  const pool = open({ code: async () => ({ file: '/nowhere/worker.js', folders: ['/nowhere'], identity: {} }) })
  for (let at = 0; at < 3; at++) await expect(read(pool, 'x')).rejects.toBeInstanceOf(NoWorker)
  expect(pool.pids()).toEqual([])
})

test('the mails of one sender delay those of another by no more than one each', async () => {
  const pool = open({ most: 1 })
  const done: string[] = []
  const one = (sender: string, subject: string) => read(pool, subject, sender).then(() => done.push(subject))
  await Promise.all([
    ...Array.from({ length: 30 }, (_, at) => one('flood@example.org', `flood ${at}`)),
    one('dana@example.org', 'of Dana'),
    one('noa@example.org', 'of Noa'),
  ])
  expect([done.indexOf('of Dana'), done.indexOf('of Noa')].every((place) => place <= 3)).toBe(true)
})

test('a stop ends those that wait and those at work, and nothing is refused for good', async () => {
  const pool = open()
  await read(pool, 'before')
  const raw = Buffer.concat([mail('x'), Buffer.alloc(4_000_000, 'a b c\n')])
  const reading = pool.run('', 'readMail', raw, raw.length)
  await expect.poll(() => pool.pids().length).toBe(1)
  const pids = pool.pids()
  pool.stop()
  await expect(reading).rejects.toBeInstanceOf(NoWorker)
  await expect(read(pool, 'after')).rejects.toBeInstanceOf(NoWorker)
  await expect.poll(() => pids.some(isAlive)).toBe(false)
})

test('a worker that waits ends by itself', async () => {
  const pool = open({ idleMs: 20 })
  await read(pool, 'one')
  const [pid] = pool.pids()
  await expect.poll(() => pool.pids()).toEqual([])
  await expect.poll(() => isAlive(pid)).toBe(false)
})

test('a picture is drawn by a worker of its own kind', async () => {
  const pool = open()
  await read(pool, 'before')
  const bomb = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), deflateSync(Buffer.alloc(9))])
  await expect(pool.run('', 'makePictures', bomb)).rejects.toMatchObject({ code: 'BROKEN' })
  expect(pool.pids()).toHaveLength(2)
})

// What the kernel shows of a process is Linux's.
describe.runIf(process.platform === 'linux')('a worker', () => {
  const opened = async () => {
    const pool = open()
    await read(pool, 'x')
    return `/proc/${pool.pids()[0]}`
  }

  test('has no variable, no key, and no file or connection of the server', async () => {
    process.env.ACADEMY_SECRET_OF_A_TEST = 'service-key-of-the-server'
    const folder = await opened()
    delete process.env.ACADEMY_SECRET_OF_A_TEST
    // What a shell notes by itself.
    expect(readFileSync(`${folder}/environ`, 'latin1')).toMatch(/^((PWD|OLDPWD|SHLVL|_)=[^\0]*\0)*$/)
    expect(readFileSync(`${folder}/cmdline`, 'latin1')).not.toContain('service-key')
    const held = readdirSync(`${folder}/fd`).map((name) => readlinkSync(`${folder}/fd/${name}`))
    const foreign = held.filter((to) => !/^(\/dev\/(null|urandom)|anon_inode:|pipe:)/.test(to))
    // Its standard input and output.
    expect(foreign.filter((to) => to.startsWith('socket:')).length).toBeLessThanOrEqual(2)
    expect(foreign.filter((to) => !to.startsWith('socket:'))).toEqual([])
  })

  test('has limits that the kernel enforces, and comes behind requests', async () => {
    const folder = await opened()
    const limits = readFileSync(`${folder}/limits`, 'utf8')
    expect(limits).toMatch(/Max cpu time\s+20\s+25/)
    expect(limits).toMatch(/Max file size\s+0\s+0/)
    expect(limits).toMatch(/Max data size\s+671088640\s+671088640/)
    expect(limits).toMatch(/Max core file size\s+0\s+0/)
    expect(limits).toMatch(/Max open files\s+64\s+64/)
    expect(readFileSync(`${folder}/oom_score_adj`, 'utf8').trim()).toBe('1000')
  })

  test('runs as nobody who owns a file, where the server is root and its code is open to all', async () => {
    const [, uid] = /^Uid:\s+(\d+)/m.exec(readFileSync(`${await opened()}/status`, 'utf8')) ?? []
    if (process.getuid?.() === 0) expect(['0', '64999']).toContain(uid)
    else expect(uid).toBe(String(process.getuid?.()))
  })
})
