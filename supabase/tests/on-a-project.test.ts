import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blocksOf, commandsOf, supabasePage } from '../../scripts/operations/page.ts'
import { ROOT } from '../../server/src/config.ts'
import { type AcademyProcess, academyFolder, DIRECTLY, startAcademyProcess } from './support/academy-process.ts'

const SITE_URL = 'https://academy.test'

/** What stands for a project: a server elsewhere that speaks its protocol, and whose folder this machine has not. */
let project: AcademyProcess
let projectFolder: string
let settings: Record<string, string>
const cleanUp: (() => unknown)[] = []
const folder = mkdtempSync(join(tmpdir(), 'academy-on-a-project-'))

beforeAll(async () => {
  const { dataDirectory, remove } = academyFolder()
  cleanUp.push(remove)
  projectFolder = dataDirectory
  project = await startAcademyProcess(DIRECTLY, dataDirectory, { SEED_DEMO: '1', SITE_URL })
  cleanUp.push(async () => {
    project.child.kill('SIGTERM')
    await project.ended
  })
  await project.line('The academy is open')
  const { publishableKey = '', secretKey = '' } = JSON.parse(
    readFileSync(join(dataDirectory, 'keys.json'), 'utf8'),
  ) as Record<string, string>
  settings = {
    SITE_URL,
    SUPABASE_URL: project.url,
    SUPABASE_PUBLISHABLE_KEY: publishableKey,
    SUPABASE_SECRET_KEY: secretKey,
  }
})
afterAll(async () => {
  for (const undo of cleanUp.reverse()) await undo()
  rmSync(folder, { recursive: true, force: true })
})

/** A path at which no folder can be made, by root either. */
function nowhere() {
  writeFileSync(join(folder, 'file'), '')
  return join(folder, 'file', 'data')
}

/** A data folder of every kind that a machine without a database can have. */
const FOLDERS: [kind: string, path: () => string][] = [
  ['missing', () => join(folder, 'none', 'below')],
  ['empty', () => mkdirSync(join(folder, 'empty'), { recursive: true }) ?? join(folder, 'empty')],
  ['one that nobody can make', nowhere],
]

/** Runs a command of the operator; gives its exit code and all that it wrote. */
async function command(dataDirectory: string, [name = '', ...words]: string[], others: Record<string, string> = {}) {
  const { PATH = '' } = process.env
  const env = { PATH, DATA_DIR: dataDirectory, ...settings, ...others }
  const run = promisify(execFile)(process.execPath, ['scripts/academy.mjs', name, ...words], { cwd: ROOT, env })
  const answer = await run.then(
    ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      text: error.stdout + error.stderr,
    }),
  )
  return answer
}

/** By their codes, what the doctor finds. */
async function mistakesOf(dataDirectory: string, others: Record<string, string>): Promise<string[]> {
  const { text } = await command(dataDirectory, ['doctor', '--json'], others)
  return (JSON.parse(text) as { mistakes: { code: string }[] }).mistakes.map(({ code }) => code)
}

describe.each(FOLDERS)('with SUPABASE_URL and a data folder that is %s', (_, path) => {
  test('the academy starts, serves home, a course and its health, and stops', async () => {
    const dataDirectory = path()
    const academy = await startAcademyProcess(DIRECTLY, dataDirectory, settings)
    cleanUp.push(() => academy.child.kill('SIGKILL'))
    await academy.line('The academy is open')
    const home = await (await fetch(academy.url)).text()
    const course = /href="(\/courses\/[^"?#/]+)"/.exec(home)?.[1] ?? ''
    expect(course).toMatch(/^\/courses\/./)
    const pages = ['/', course, '/health', '/ready']
    for (const page of pages) expect([page, (await fetch(`${academy.url}${page}`)).status]).toEqual([page, 200])
    const noted = existsSync(join(dataDirectory, 'running.json'))
    if (!noted) await academy.line('running.json could not be written')
    // By its note the doctor knows the academy from another program at its port.
    const found = await mistakesOf(dataDirectory, { PORT: new URL(academy.url).port })
    expect(found).not.toContain('database-unreachable')
    expect(found.includes('port-taken')).toBe(!noted)
    academy.child.kill('SIGTERM')
    expect(await academy.ended).toBe(0)
    expect(existsSync(join(dataDirectory, 'running.json'))).toBe(false)
  })
})

test('two site processes show a change through the project soon, and lead on from an address that was changed', async () => {
  const sites = await Promise.all([1, 2].map(() => startAcademyProcess(DIRECTLY, nowhere(), settings)))
  for (const site of sites) cleanUp.push(() => site.child.kill('SIGKILL'))
  for (const site of sites) await site.line('The academy is open')
  const asServer = (path: string, body: object) =>
    fetch(`${settings.SUPABASE_URL}/rest/v1/${path}`, {
      method: 'PATCH',
      headers: { apikey: settings.SUPABASE_SECRET_KEY ?? '', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const at = (path: string) =>
    Promise.all(
      sites.map(async ({ url }) => {
        const { status, headers } = await fetch(`${url}${path}`, { redirect: 'manual' })
        return [status, headers.get('location')]
      }),
    )
  for (const [place, table] of [
    ['categories', 'categories'],
    ['news', 'articles'],
  ]) {
    const list = await (await fetch(`${sites[0]?.url}/${place}`)).text()
    const slug = new RegExp(`href="/${place}/([^"?#/]+)"`).exec(list)?.[1] ?? ''
    expect(await at(`/${place}/${slug}`)).toEqual(Array(2).fill([200, null]))
    expect((await asServer(`${table}?slug=eq.${slug}`, { slug: 'another-address' })).status).toBe(204)
    await expect.poll(() => at(`/${place}/${slug}`)).toEqual(Array(2).fill([301, `/${place}/another-address`]))
    expect(await at(`/${place}/another-address`)).toEqual(Array(2).fill([200, null]))
  }
})

test('without any folder doctor, keys, legal, invite and seed reach the project', async () => {
  const dataDirectory = nowhere()
  expect(await mistakesOf(dataDirectory, {})).not.toContain('database-unreachable')
  expect(await mistakesOf(dataDirectory, { SUPABASE_URL: 'http://127.0.0.1:1' })).toContain('database-unreachable')
  expect(await mistakesOf(dataDirectory, { SUPABASE_PUBLISHABLE_KEY: 'another' })).toContain('project-key-refused')
  expect((await command(dataDirectory, ['keys'])).text).toContain(settings.SUPABASE_PUBLISHABLE_KEY)
  expect(await command(dataDirectory, ['legal'])).toMatchObject({ code: 0 })
  const email = 'first@example.org'
  const invited = await command(dataDirectory, ['invite', email, '--allow-domain'])
  expect(invited).toMatchObject({
    code: 0,
    text: expect.stringContaining(`The invitation of ${email} as super_admin was mailed`),
  })
  const seeded = await command(dataDirectory, ['seed', '--students=3'])
  expect(seeded).toMatchObject({ code: 0, text: expect.stringContaining('putting in the demo academy') })
  expect(seeded.text).toContain('set DATABASE_URL of the project beside SUPABASE_URL; none was added')
})

test('what docs/supabase.md has the academy type is typed on a project, without any folder', async () => {
  const blocks = blocksOf(supabasePage()).filter(({ user }) => user === 'academy')
  const typed = blocks.flatMap(commandsOf)
  expect(typed.map((line) => line.split(' ')[2])).toEqual(['keys', 'legal', 'admin:invite', 'doctor', 'doctor'])
  const { PATH = '' } = process.env
  const env = { PATH, DATA_DIR: nowhere(), ...settings, NPM_CONFIG_UPDATE_NOTIFIER: 'false' }
  for (const line of typed) {
    const { code, text } = await promisify(execFile)('bash', ['-c', line], { cwd: ROOT, env }).then(
      ({ stdout }) => ({ code: 0, text: stdout }),
      (error: { code: number; stdout: string }) => ({ code: error.code, text: error.stdout }),
    )
    // The doctor has something to say of a project without jobs.
    const isDoctor = line.includes('doctor')
    expect([line, code]).toEqual([line, isDoctor ? 1 : 0])
    if (isDoctor) expect(text).toContain('project-jobs-missing')
  }
})

test('made-up people come and go with the owner of the project in DATABASE_URL, and without it nobody goes', async () => {
  const dataDirectory = nowhere()
  const password = readFileSync(join(projectFolder, 'postgres-password'), 'utf8').trim()
  const socket = encodeURIComponent(join(projectFolder, 'socket'))
  const port = readdirSync(join(projectFolder, 'socket'))
    .map((name) => /^\.s\.PGSQL\.(\d+)$/.exec(name)?.[1])
    .find(Boolean)
  const DATABASE_URL = `postgresql://postgres:${password}@/postgres?host=${socket}&port=${port}`
  const added = await command(dataDirectory, ['seed', '--students=3'], { DATABASE_URL })
  expect(added).toMatchObject({ code: 0, text: expect.stringContaining('3 added, 0 were there') })
  const kept = await command(dataDirectory, ['seed', '--remove-people'])
  expect(kept).toMatchObject({ code: 1, text: expect.stringContaining('set DATABASE_URL of the project') })
  const removed = await command(dataDirectory, ['seed', '--remove-people'], { DATABASE_URL })
  expect(removed).toMatchObject({ code: 0, text: expect.stringContaining('3 students removed') })
})

test('what belongs to a database of our own says that the project has it', async () => {
  for (const name of ['migrate', 'backup', 'restore', 'reset', 'types', 'audit']) {
    const { code, text } = await command(join(folder, 'none'), [name])
    expect([name, code, text]).toEqual([name, 1, expect.stringContaining('SUPABASE_URL is set')])
  }
})
