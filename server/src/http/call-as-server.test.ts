import { expect, test } from 'vitest'
import { CallRefused } from './call-as-server.ts'

test.each([
  ['values that no row can hold', 400, { code: '22P05' }, true],
  ['a row that a constraint refuses', 400, { code: '23514' }, true],
  ['what a function raises', 400, { code: 'P0001' }, true],
  ['a body that is no JSON', 400, { code: 'PGRST102' }, true],
  ['a body that is too large', 413, { code: 'PGRST102' }, true],
  ['a body that is too large, by a proxy', 413, '<html>', true],
  ['a file that is too large, as a project answers', 400, { statusCode: '413', error: 'Payload too large' }, true],
  ['a key of a file that is none, as a project answers', 400, { statusCode: '400', error: 'InvalidKey' }, true],
  ['a bucket that is not there, as a project answers', 400, { statusCode: '404', error: 'Bucket not found' }, false],
  ['a key that is not right, as a project answers', 400, { statusCode: '403', error: 'Unauthorized' }, false],
  ['a column that is not there yet', 400, { code: '42703' }, false],
  ['a function that is not there yet', 404, { code: 'PGRST202' }, false],
  ['a key that is not right', 401, {}, false],
  ['a right that is missing', 403, { code: '42501' }, false],
  ['two at once', 409, { code: '23505' }, false],
  ['too much at once', 429, {}, false],
  ['a fault', 500, { code: 'XX000' }, false],
  ['a time limit', 500, { code: '57014' }, false],
  ['a database that is away', 503, { code: 'PGRST001' }, false],
  ['an answer that is none', 502, 'null', false],
])('%s (%i): whether the same call is refused again', (_what, status, body, isFinal) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  expect(new CallRefused('a call', status, text).isFinal).toBe(isFinal)
})
