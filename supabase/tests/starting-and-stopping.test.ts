import { existsSync, readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import {
  type AcademyProcess,
  academyFolder,
  DIRECTLY,
  isRunning,
  startAcademyProcess,
} from './support/academy-process.ts'

const NPM = ['npm', 'start', '--silent']

const cleanUp: (() => unknown)[] = []
afterEach(async () => {
  for (const undo of cleanUp.splice(0).reverse()) await undo()
})

function folder(): string {
  const { dataDirectory, remove } = academyFolder()
  cleanUp.push(remove)
  return dataDirectory
}

async function start(command: string[], dataDirectory: string, settings?: Record<string, string>) {
  const academy = await startAcademyProcess(command, dataDirectory, settings)
  cleanUp.push(() => academy.child.kill('SIGTERM'))
  return academy
}

const postmaster = (dataDirectory: string) =>
  Number(readFileSync(join(dataDirectory, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])

const server = (dataDirectory: string) =>
  (JSON.parse(readFileSync(join(dataDirectory, 'lock'), 'utf8')) as { pid: number }).pid

/** Tells one process a signal and waits until server and database are gone and the folder is free. */
async function endBy(academy: AcademyProcess, dataDirectory: string, signal: NodeJS.Signals) {
  await academy.line('The academy is open')
  const pids = [server(dataDirectory), postmaster(dataDirectory)]
  academy.child.kill(signal)
  const code = await academy.ended
  await expect.poll(() => pids.filter(isRunning)).toEqual([])
  expect(existsSync(join(dataDirectory, 'lock'))).toBe(false)
  return code
}

test('npm start and the direct command end whole by each signal, and every line that they say is JSON', async () => {
  const dataDirectory = folder()
  const nobodyAtHome = { SMTP_HOST: '127.0.0.1', SMTP_PORT: '1', MAIL_FROM: '"האקדמיה" <academy@school.example>' }
  const byNpm = await start(NPM, dataDirectory, nobodyAtHome)
  expect(await byNpm.line('mails do not leave')).toMatchObject({ cause: expect.stringContaining('ECONNREFUSED') })
  await byNpm.line('The academy is open')
  await expect
    .poll(async () => (await fetch(`${byNpm.url}/ready`)).json())
    .toMatchObject({ status: 'ready', checks: { database: 'ok', mail: expect.stringContaining('ECONNREFUSED') } })
  expect(await endBy(byNpm, dataDirectory, 'SIGTERM')).toBe(0)
  // npm ends by SIGHUP itself and passes nothing on.
  const unheard = await start(NPM, dataDirectory)
  await unheard.line('The academy is open')
  expect((await fetch(unheard.url, { method: 'POST', body: 'x' })).status).toBeGreaterThanOrEqual(400)
  await endBy(unheard, dataDirectory, 'SIGHUP')
  expect([byNpm, unheard].flatMap((academy) => academy.lines().filter((line) => typeof line === 'string'))).toEqual([])
  expect(await endBy(await start(DIRECTLY, dataDirectory), dataDirectory, 'SIGINT')).toBe(0)
})

test('a signal that comes while it starts ends it in order', async () => {
  const dataDirectory = folder()
  const academy = await start(DIRECTLY, dataDirectory)
  await expect.poll(() => existsSync(join(dataDirectory, 'postgres', 'postmaster.pid'))).toBe(true)
  academy.child.kill('SIGHUP')
  expect(await academy.ended).toBe(0)
  expect(existsSync(join(dataDirectory, 'lock'))).toBe(false)
  expect(existsSync(join(dataDirectory, 'postgres', 'postmaster.pid'))).toBe(false)
})

test('a start that fails after its database is up leaves no database behind', async () => {
  const taken = createServer()
  cleanUp.push(() => taken.close())
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const { port } = taken.address() as AddressInfo
  const dataDirectory = folder()
  const academy = await start(DIRECTLY, dataDirectory, { INBOUND_MAIL_PORT: String(port) })
  expect(await academy.ended).toBe(1)
  await academy.line('could not start')
  expect(existsSync(join(dataDirectory, 'lock'))).toBe(false)
  expect(existsSync(join(dataDirectory, 'postgres', 'postmaster.pid'))).toBe(false)
})
