import { expect, test } from 'vitest'
import { DatabaseUnavailable } from '../errors.ts'
import type { LogEntry } from '../options.ts'
import type { PartDependencies } from '../part-dependencies.ts'
import { readProjectConfig } from '../project-config.ts'
import { createAuth } from './index.ts'

function authWith(failure: Error) {
  const logged: LogEntry[] = []
  const fail = () => Promise.reject(failure)
  const part = createAuth({
    database: { asAuthAdmin: fail },
    keys: { jwtSecret: 'x'.repeat(32) },
    config: readProjectConfig('/nonexistent'),
    siteUrl: 'http://localhost:3000',
    externalUrl: 'http://localhost:3000',
    projectDirectory: '/nonexistent',
    closing: new AbortController().signal,
    log: (entry: LogEntry) => logged.push(entry),
  } as unknown as PartDependencies)
  const request = new Request('http://localhost/auth/v1/otp', { method: 'POST', body: '{"email":"a@example.com"}' })
  return { answer: part(request, { clientAddress: '192.0.2.1' }), logged }
}

test('a database that is away is for the gateway to answer', async () => {
  const { answer } = authWith(new DatabaseUnavailable(new Error('gone')))
  await expect(answer).rejects.toBeInstanceOf(DatabaseUnavailable)
})

test('what nobody expected is logged, and the client learns nothing of it', async () => {
  const { answer, logged } = authWith(new Error('secret detail'))
  const response = await answer
  expect([response.status, JSON.stringify(await response.json())]).toEqual([
    500,
    '{"code":500,"error_code":"unexpected_failure","msg":"Unexpected failure, please check server logs for more information"}',
  ])
  expect(logged).toMatchObject([{ level: 'error', error: 'secret detail' }])
})

const raised = (fields: object) => Object.assign(new Error('message'), { severity: 'ERROR', ...fields })

test('what a trigger refuses is logged as a warning, and the client learns nothing of it', async () => {
  const { answer, logged } = authWith(
    raised({ code: 'PGRST', message: '{"code":"NOT_NOW"}', detail: '{"status":403}' }),
  )
  const response = await answer
  expect([response.status, response.headers.get('x-sb-error-code')]).toEqual([500, 'unexpected_failure'])
  expect(logged).toMatchObject([{ level: 'warn', code: 'NOT_NOW' }])
})

test.each([
  ['22021', 400, 'validation_failed'],
  ['40P01', 409, 'conflict'],
  ['55P03', 409, 'conflict'],
  ['XX000', 500, 'unexpected_failure'],
])('the database error %s is %d %s', async (code, status, errorCode) => {
  const response = await authWith(raised({ code })).answer
  expect([response.status, response.headers.get('x-sb-error-code')]).toEqual([status, errorCode])
})
