import { describe, expect, test } from 'vitest'
import type { DatabaseError } from '../../errors.ts'
import { RestError } from '../errors.ts'
import { contentRange, rangeStatus } from './content-range.ts'
import { databaseRefusal } from './database-errors.ts'
import { gucHeaders, gucStatus } from './guc.ts'

const raised = (code: string, message = 'm', detail?: string): DatabaseError =>
  Object.assign(new Error(message), { code, severity: 'ERROR', ...(detail === undefined ? {} : { detail }) })

test('ranges', () => {
  expect([contentRange(0, 20, undefined), contentRange(40, 2, 42), contentRange(0, 0, 0)]).toEqual([
    '0-19/*',
    '40-41/42',
    '*/0',
  ])
  const statuses = [rangeStatus(0, 5, undefined), rangeStatus(0, 5, 5), rangeStatus(0, 5, 6), rangeStatus(7, 0, 6)]
  expect(statuses).toEqual([200, 200, 206, 416])
})

describe('states of the database', () => {
  const states: [string, number][] = [
    ['08006', 503],
    ['23503', 409],
    ['23505', 409],
    ['23502', 400],
    ['25006', 405],
    ['21000', 500],
    ['22023', 400],
    ['0LP01', 403],
    ['28000', 403],
    ['40001', 500],
    ['42883', 404],
    ['42P01', 404],
    ['42P17', 500],
    ['42703', 400],
    ['53300', 503],
    ['53400', 500],
    ['54001', 500],
    ['57014', 500],
    ['57P01', 503],
    ['P0001', 400],
    ['P0002', 500],
    ['XX000', 500],
    ['PT418', 418],
    ['PT999', 500],
    ['22P02', 400],
  ]
  test.each(states)('%s is %i', (code, status) => {
    expect(databaseRefusal(raised(code), false).status).toBe(status)
  })

  test('depend on the caller or the message', () => {
    expect([databaseRefusal(raised('42501'), true).status, databaseRefusal(raised('42501'), false).status]).toEqual([
      401, 403,
    ])
    expect(databaseRefusal(raised('22023', 'role "x" does not exist'), false).status).toBe(401)
    expect(databaseRefusal(raised('21000', 'DELETE requires a WHERE clause'), false).status).toBe(400)
  })

  test('PGRST carries its own answer', () => {
    const refusal = databaseRefusal(
      raised('PGRST', '{"code":"A","message":"b"}', '{"status":418,"headers":{"X-A":"1"}}'),
      false,
    )
    expect([refusal.status, refusal.headers, refusal.body]).toEqual([
      418,
      { 'X-A': '1' },
      { code: 'A', message: 'b', details: null, hint: null },
    ])
    for (const detail of [undefined, '{}', 'x', '{"status":9,"headers":{}}', '{"status":400,"headers":{"a b":"1"}}']) {
      expect(databaseRefusal(raised('PGRST', '{"code":"A","message":"b"}', detail), false).body.code).toBe('PGRST121')
    }
  })
})

test('headers and status of functions', () => {
  expect(gucHeaders('[{"A":"1"},{"B":"2"}]')).toEqual([
    ['A', '1'],
    ['B', '2'],
  ])
  for (const text of [
    '{}',
    'x',
    '[{"A":1}]',
    '[{"A":"1","B":"2"}]',
    '[null]',
    '[{"a b":"1"}]',
    '[{"A":"\\n"}]',
    '[{"A":"א"}]',
  ])
    expect(() => gucHeaders(text)).toThrow(RestError)
  expect([gucStatus(null), gucStatus('202')]).toEqual([undefined, 202])
  for (const text of ['x', '99', '600', '20.5']) expect(() => gucStatus(text)).toThrow(RestError)
})
