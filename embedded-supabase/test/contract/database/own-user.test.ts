import { spawnSync } from 'node:child_process'
import {
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Cluster, startCluster } from '../../../src/database/cluster.ts'
import { changeOwnerOfTree, databaseIdentity } from '../../../src/database/run-as.ts'
import { temporaryFolder } from '../../support/folder.ts'

const NOBODY = 65_534
const isRoot = process.getuid?.() === 0
const quiet = () => undefined

const { path, remove } = temporaryFolder()
afterAll(remove)

/** What a shell of another process of `nobody` makes of a command: its code and all that it wrote. */
function asNobody(command: string): { status: number | null; output: string } {
  const words = ['--reuid', `${NOBODY}`, '--regid', `${NOBODY}`, '--clear-groups', 'sh', '-c', command]
  const { status, stdout, stderr } = spawnSync('/usr/bin/setpriv', words, { encoding: 'utf8', cwd: '/' })
  return { status, output: stdout + stderr }
}

/** Every path below a folder, the folder itself first. */
const pathsBelow = (folder: string): string[] => [
  folder,
  ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
]
const ownersBelow = (folder: string) => [...new Set(pathsBelow(folder).map((one) => lstatSync(one).uid))]

describe.runIf(isRoot)('a database that root starts', () => {
  const folder = join(path, 'academy')
  let cluster: Cluster
  beforeAll(async () => {
    mkdirSync(folder)
    cluster = await startCluster(folder, quiet, false)
    return () => cluster.stop()
  })

  test('belongs to an id of its own, and its password to root', () => {
    const { uid } = databaseIdentity()
    expect([0, NOBODY]).not.toContain(uid)
    expect(ownersBelow(join(folder, 'postgres'))).toEqual([uid])
    const password = statSync(join(folder, 'postgres-password'))
    expect([password.uid, password.mode & 0o777]).toEqual([0, 0o600])
    expect(readFileSync(`/proc/${cluster.pid()}/status`, 'utf8')).toMatch(
      new RegExp(`^Uid:\\t${uid}\\t${uid}\\t${uid}`, 'm'),
    )
    expect(readdirSync(folder).filter((name) => name.includes('.new'))).toEqual([])
  })

  test('opens no file, socket or process to another process of nobody', () => {
    const pid = cluster.pid()
    const socket = join(cluster.socketDirectory, '.s.PGSQL.5432')
    expect(existsSync(socket)).toBe(true)
    const connect = `const s=require('net').connect('${socket}');s.on('error',e=>{console.log(e.code);process.exit(1)});s.on('connect',()=>process.exit(0))`
    for (const command of [
      ...[`ls ${folder}/postgres`, `cat ${folder}/postgres/PG_VERSION`, `cat ${folder}/postgres-password`],
      ...[`ls ${cluster.socketDirectory}`, `"${process.execPath}" -e "${connect}"`],
      ...[`cat /proc/${pid}/environ`, `head -c 1 /proc/${pid}/mem`, `cat /proc/${pid}/maps`, `ls /proc/${pid}/fd`],
      ...[`ls /proc/${pid}/cwd/`, `kill -0 ${pid}`, `touch ${folder}/x`, `touch ${folder}/socket/x`],
    ]) {
      const { status, output } = asNobody(command)
      expect([command, status]).not.toEqual([command, 0])
      expect(output).toMatch(/denied|not permitted|EACCES/i)
    }
  })

  test('listens on no port, and asks its own line for the password too', async () => {
    const rules = readFileSync(join(folder, 'postgres/pg_hba.conf'), 'utf8').split('\n')
    const methods = rules.filter((line) => /^\w/.test(line)).map((line) => line.trim().split(/\s+/).at(-1))
    expect([...new Set(methods)]).toEqual(['scram-sha-256'])
    const [, , , port, , address] = readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')
    expect([port, address]).toEqual(['5432', ''])
  })
})

describe.runIf(isRoot)('a folder of nobody, as earlier releases made it', () => {
  test('is taken over by the next start, also where one was killed on the way', async () => {
    const folder = join(path, 'older')
    mkdirSync(folder)
    await startCluster(folder, quiet, false).then((made) => made.stop())
    const data = join(folder, 'postgres')
    for (const one of [...pathsBelow(data), join(folder, 'postgres-password'), join(folder, 'socket')])
      chownSync(one, NOBODY, NOBODY)
    // As a kill leaves it: the outermost one still belongs to root, of the others some.
    chownSync(data, 0, 0)
    chownSync(join(data, 'base'), 60_706, 60_706)
    const words: string[] = []
    const cluster = await startCluster(folder, (message) => words.push(message), false)
    await cluster.stop()
    expect(ownersBelow(data)).toEqual([databaseIdentity().uid])
    expect(statSync(join(folder, 'postgres-password')).uid).toBe(0)
    expect(words.join('\n')).toContain(`${data} belongs to user ${databaseIdentity().uid} now`)
    expect(asNobody(`cat ${folder}/postgres-password || ls ${folder}/socket`).status).not.toBe(0)
  })

  test('leads nobody out of itself by links, and is closed whatever its modes were', () => {
    const folder = join(path, 'traps')
    const outside = join(path, 'outside')
    for (const one of [folder, join(folder, 'base'), outside]) mkdirSync(one, { mode: 0o777 })
    writeFileSync(join(outside, 'shadow'), 'secret', { mode: 0o600 })
    writeFileSync(join(folder, 'base/open'), 'rows', { mode: 0o666 })
    linkSync(join(folder, 'base/open'), join(outside, 'kept'))
    symlinkSync(join(outside, 'shadow'), join(folder, 'base/link'))
    symlinkSync(outside, join(folder, 'base/away'))
    for (const one of [folder, join(folder, 'base'), join(folder, 'base/open')]) chownSync(one, NOBODY, NOBODY)
    expect(changeOwnerOfTree(folder, databaseIdentity())).toBe(true)
    expect(changeOwnerOfTree(folder, databaseIdentity())).toBe(false)
    expect([statSync(outside).uid, statSync(join(outside, 'shadow')).uid]).toEqual([0, 0])
    expect(asNobody(`cat ${join(outside, 'kept')}`).status).not.toBe(0)
    expect(asNobody(`ls ${folder}`).status).not.toBe(0)
  })
})
