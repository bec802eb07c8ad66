import { expect, test } from 'vitest'
import { readConnection } from './connection.ts'

const targetOf = (url: string) => readConnection(url, {}).target

test.each([
  ['postgres://owner:p%40ss@db.example:6432/academy', 'owner', 'p@ss', 'db.example', 6432, 'academy'],
  ['postgresql://owner@[::1]/academy', 'owner', undefined, '::1', 5432, 'academy'],
  ['postgres://owner:x@/academy?host=/run/postgresql', 'owner', 'x', '/run/postgresql', 5432, 'academy'],
  ['postgres://owner:x@localhost:5433/academy?host=%2Frun%2Fpg', 'owner', 'x', '/run/pg', 5433, 'academy'],
  ['postgres://db.example/?user=owner&password=x&dbname=academy&port=1', 'owner', 'x', 'db.example', 1, 'academy'],
  ['postgres://owner@db.example', 'owner', undefined, 'db.example', 5432, 'owner'],
])('%s', (url, user, password, host, port, database) => {
  expect(targetOf(url)).toMatchObject({ user, ...(password && { password }), host, port, database })
})

test('what a parameter asks for is passed on, and what means nothing here is told', () => {
  const url = 'postgres://a@db/b?application_name=x&channel_binding=require&target_session_attrs=any&colour=red'
  const { target, unknown } = readConnection(url, {})
  expect(target).toMatchObject({ application_name: 'x', enableChannelBinding: true })
  expect(unknown).toEqual(['colour'])
})

test.each([
  ['mysql://secret@db/b', 'must be postgres://'],
  ['postgres://a:sec/ret@db/b', 'must be postgres://'],
  ['postgres://a@one,two/b', 'one host must be named'],
  [
    'postgres://a@db/b?sslmode=secret',
    'sslmode must be one of disable, allow, prefer, require, verify-ca, verify-full',
  ],
  ['postgres://a@db/b?sslmode=verify-full', 'sslmode=verify-full needs sslrootcert'],
  ['postgres://a@db/b?sslmode=verify-ca', 'sslmode=verify-ca needs sslrootcert'],
  ['postgres://a@db/b?sslmode=require&sslrootcert=system', 'sslrootcert=system needs sslmode=verify-full'],
  [
    'postgres://a@db/b?sslrootcert=/no/such/file',
    'sslrootcert names a file that cannot be read (ENOENT): /no/such/file',
  ],
  ['postgres://a@db/b?ssl_min_protocol_version=TLSv1.3', 'the parameter ssl_min_protocol_version is not known here'],
])('%s is refused, and no secret is told', (url, sentence) => {
  const read = () => readConnection(url, { HOME: '/none' })
  expect(read).toThrow(sentence)
  expect(read).not.toThrow(/secret(?!@)/)
})

test.each([
  ['', {}, 'prefer'],
  ['', { PGSSLMODE: 'require' }, 'require'],
  ['?sslmode=disable', { PGSSLMODE: 'require' }, 'disable'],
  ['?ssl=true', {}, 'require'],
  ['?sslrootcert=system', {}, 'verify-full'],
])('the mode of %s with %j is %s', (parameters, environment, mode) => {
  expect(readConnection(`postgres://a@db/b${parameters}`, environment).tls.mode).toBe(mode)
})
