import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { chooseHome } from '../../../src/database/cluster-home.ts'
import { openDatabase } from '../../../src/database/index.ts'
import { clusterFiles, initialiseWhenNew } from '../../../src/database/initialise.ts'
import { reachOwnServer } from '../../../src/database/own-server.ts'
import { changeOwner } from '../../../src/database/run-as.ts'
import { type Supervisor, superviseServer } from '../../../src/database/supervisor.ts'
import { HAS_OPENSSL, makeAuthority } from '../../support/certificates.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { freePort } from '../../support/free-port.ts'

/** Databases by the lines that lead to them. */
const LINES = { both: 'host', encrypted: 'hostssl', clear: 'hostnossl', certified: 'hostssl' } as const
type Line = keyof typeof LINES

const { path: folder, remove } = temporaryFolder()
const certificates = join(folder, 'certificates')
mkdirSync(certificates)
const ours = makeAuthority(certificates, 'ours')
const theirs = makeAuthority(certificates, 'theirs')
const client = ours.issue('owner')
let postgres: Supervisor
let port: number
let admin: Client

/** Certificates are made by openssl, which a small image may lack. */
const tlsTest = test.runIf(HAS_OPENSSL)

beforeAll(async () => {
  if (!HAS_OPENSSL) return
  const log = () => undefined
  const home = chooseHome(join(folder, 'data'), log)
  initialiseWhenNew(home, log)
  const { data, passwordFile } = clusterFiles(home.folder)
  // The name of a certificate that only verify-full compares: the address is in it, the name localhost is not.
  const server = ours.issue('database.test', 'DNS:database.test,IP:127.0.0.1')
  const files = { 'server.crt': server.cert, 'server.key': server.key, 'root.crt': ours.file }
  for (const [name, from] of Object.entries(files)) {
    copyFileSync(from, join(data, name))
    changeOwner(join(data, name), home.identity)
  }
  const rules = Object.entries(LINES).map(([database, line]) => {
    const method = database === 'certified' ? 'scram-sha-256 clientcert=verify-ca' : 'scram-sha-256'
    return `${line} "${database}" all 127.0.0.1/32 ${method}`
  })
  writeFileSync(join(data, 'pg_hba.conf'), `local all all scram-sha-256\n${rules.join('\n')}\n`)
  port = await freePort()
  const settings = { listen_addresses: '127.0.0.1', port, unix_socket_directories: data }
  postgres = await superviseServer({
    ...{ binaries: home.binaries, identity: home.identity, data, log },
    arguments: Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  })
  const password = readFileSync(passwordFile, 'utf8').trim()
  admin = new Client({ host: data, port, user: 'postgres', password, database: 'postgres' })
  await admin.connect()
  await admin.query(`create role owner login superuser password 'of-the-test'`)
  for (const database of Object.keys(LINES)) await admin.query(`create database "${database}" owner owner`)
  await admin.query(`alter system set ssl_ca_file = 'root.crt'`)
  await withTls(true)
})
afterAll(async () => {
  if (!HAS_OPENSSL) return remove()
  await admin.end()
  await postgres.stop()
  remove()
})

/** Turns TLS of the server on or off. */
async function withTls(isOn: boolean): Promise<void> {
  await admin.query(`alter system set ssl = ${isOn ? 'on' : 'off'}`)
  await admin.query('select pg_reload_conf()')
  const value = isOn ? 'on' : 'off'
  await vi.waitFor(async () => expect((await admin.query('show ssl')).rows[0].ssl).toBe(value), 60_000)
}

function urlOf(line: Line, parameters: Record<string, string>, host = '127.0.0.1'): string {
  return `postgres://owner:of-the-test@${host}:${port}/${line}?${new URLSearchParams(parameters)}`
}

/** Whether the line that a URL leads to is encrypted. @throws where it leads nowhere */
async function isEncrypted(line: Line, parameters: Record<string, string>, host?: string): Promise<boolean> {
  const connection = new Client(await reachOwnServer(urlOf(line, parameters, host), () => undefined))
  try {
    await connection.connect()
    const { rows } = await connection.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()')
    return rows[0].ssl
  } finally {
    await connection.end().catch(() => undefined)
  }
}

const REFUSED = 'DATABASE_URL could not be reached: no pg_hba.conf entry'

tlsTest.each<[Line, string, boolean | string]>([
  ['both', '', true],
  ['both', 'disable', false],
  ['both', 'allow', false],
  ['both', 'prefer', true],
  ['both', 'require', true],
  ['encrypted', 'disable', REFUSED],
  ['encrypted', 'allow', true],
  ['encrypted', 'prefer', true],
  ['encrypted', 'require', true],
  ['clear', 'disable', false],
  ['clear', 'allow', false],
  ['clear', 'prefer', false],
  ['clear', 'require', REFUSED],
])('a server whose line is %s, by sslmode=%s', async (line, mode, outcome) => {
  const encrypted = isEncrypted(line, mode ? { sslmode: mode } : {})
  await (typeof outcome === 'string'
    ? expect(encrypted).rejects.toThrow(outcome)
    : expect(encrypted).resolves.toBe(outcome))
})

const ROOTS = { ours: ours.file, theirs: theirs.file, system: 'system' }
const UNTRUSTED = /^DATABASE_URL could not be reached: .*certificate/

tlsTest.each<[string, keyof typeof ROOTS, string, true | RegExp]>([
  ['verify-ca', 'ours', 'localhost', true],
  ['verify-ca', 'theirs', '127.0.0.1', UNTRUSTED],
  ['verify-full', 'ours', '127.0.0.1', true],
  ['verify-full', 'ours', 'localhost', /does not match certificate's altnames/],
  ['verify-full', 'theirs', '127.0.0.1', UNTRUSTED],
  ['verify-full', 'system', '127.0.0.1', UNTRUSTED],
  ['require', 'theirs', '127.0.0.1', UNTRUSTED],
  ['prefer', 'theirs', '127.0.0.1', UNTRUSTED],
])('what sslmode=%s verifies with the root certificate %s, by the name %s', async (sslmode, root, host, outcome) => {
  const encrypted = isEncrypted('both', { sslmode, sslrootcert: ROOTS[root] }, host)
  await (outcome === true ? expect(encrypted).resolves.toBe(true) : expect(encrypted).rejects.toThrow(outcome))
})

tlsTest('a server that wants a certificate gets the one of sslcert and sslkey', async () => {
  await expect(isEncrypted('certified', { sslmode: 'require' })).rejects.toThrow('requires a valid client certificate')
  const certified = { sslmode: 'require', sslcert: client.cert, sslkey: client.key }
  expect(await isEncrypted('certified', certified)).toBe(true)
})

tlsTest('every connection is encrypted: migrations, sign-in, callers, mail and the listener', async () => {
  const databaseUrl = urlOf('encrypted', { sslmode: 'verify-full', sslrootcert: ours.file })
  const database = await openDatabase({ dataDirectory: join(folder, 'one'), databaseUrl })
  try {
    await database.listen('anything', () => undefined)
    await Promise.all([
      database.asAuthAdmin((tx) => tx.query('select 1')),
      database.asMailer((tx) => tx.query('select 1')),
      database.queryAsCaller({ role: 'anon', claims: {} }, 'select 1'),
      database.queryAsCaller({ role: 'anon', claims: {} }, 'select 1', [], { lane: 'own' }),
    ])
    const { rows } = await admin.query(
      `select usename, bool_and(ssl) as ssl, count(*)::int as lines from pg_stat_activity join pg_stat_ssl using (pid)
       where datname = 'encrypted' group by usename`,
    )
    expect(rows).toHaveLength(3)
    expect(rows.every(({ ssl }) => ssl)).toBe(true)
    expect(rows.reduce((sum, { lines }) => sum + lines, 0)).toBeGreaterThanOrEqual(6)
  } finally {
    await database.close()
  }
})

tlsTest('a start that cannot verify the server says so and opens nothing', async () => {
  const databaseUrl = urlOf('both', { sslmode: 'verify-full', sslrootcert: theirs.file })
  await expect(openDatabase({ dataDirectory: join(folder, 'two'), databaseUrl })).rejects.toThrow(
    /^DATABASE_URL could not be reached: .*(certificate|signature)/,
  )
})

tlsTest('a server without TLS is open to who allows it, and to nobody else', async () => {
  await withTls(false)
  try {
    for (const sslmode of ['allow', 'prefer']) expect(await isEncrypted('both', { sslmode })).toBe(false)
    const insisting = { sslmode: 'require' }
    await expect(isEncrypted('both', insisting)).rejects.toThrow('does not support SSL')
  } finally {
    await withTls(true)
  }
})
