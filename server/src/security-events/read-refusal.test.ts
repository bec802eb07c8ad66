import { expect, test } from 'vitest'
import { readRefusal, withBody } from './read-refusal.ts'

const ID = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
const token = (claims: object) => `Bearer head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.sign`
const read = (path: string, status: number, headers: Record<string, string>, init: RequestInit = {}) =>
  readRefusal(
    new Request(`https://academy.test${path}`, { method: 'POST', ...init }),
    new Response(null, { status, headers }),
  )
const auth = (code: string) => ({ 'x-sb-error-code': code })
const readBody = (path: string, status: number, body: unknown, init: RequestInit = {}) =>
  readRefusal(new Request(`https://academy.test${path}`, { method: 'POST', ...init }), Response.json(body, { status }))
const rest = (code: string) => ({ 'proxy-status': `PostgREST; error=${code}` })

test.each([
  ['/auth/v1/verify', 403, auth('otp_expired'), { kind: 'code', what: 'verify' }],
  ['/auth/v1/otp', 403, auth('user_banned'), { kind: 'closed', what: 'otp' }],
  ['/auth/v1/otp', 422, auth('otp_disabled'), { kind: 'unknown', what: 'otp' }],
  ['/auth/v1/otp', 429, auth('over_email_send_rate_limit'), { kind: 'limited', what: 'otp' }],
  ['/auth/v1/token?grant_type=password', 400, auth('invalid_credentials'), { kind: 'password', what: 'token' }],
  ['/auth/v1/token', 400, auth('refresh_token_already_used'), { kind: 'token', what: 'token' }],
  [
    `/auth/v1/factors/${ID}/verify`,
    422,
    auth('mfa_verification_failed'),
    { kind: 'second_step', what: 'factors/verify' },
  ],
  ['/rest/v1/rpc/save_settings', 403, rest('FORBIDDEN'), { kind: 'rights', what: 'rpc/save_settings' }],
  ['/rest/v1/rpc/set_admin_role', 403, rest('INSUFFICIENT_LEVEL'), { kind: 'rights', what: 'rpc/set_admin_role' }],
  ['/rest/v1/articles?id=eq.1', 403, rest('42501'), { kind: 'rights', what: 'POST articles' }],
  [
    '/rest/v1/rpc/check_admin_sign_in',
    429,
    rest('TOO_MANY_REQUESTS'),
    { kind: 'limited', what: 'rpc/check_admin_sign_in' },
  ],
] as const)('%s, answered %i', async (path, status, headers, refusal) => {
  expect(await read(path, status, headers)).toEqual(refusal)
})

test.each([
  ['/auth/v1/verify', 200, {}],
  ['/auth/v1/token', 400, auth('refresh_token_not_found')],
  ['/auth/v1/verify', 400, auth('validation_failed')],
  ['/auth/v1/verify', 400, auth('constructor')],
  ['/rest/v1/courses', 401, rest('42501')],
  ['/rest/v1/courses', 429, rest('PGRST003')],
  ['/rest/v1/rpc/x', 403, rest('toString')],
  ['/rest/v1/rpc/x', 403, {}],
  ['/storage/v1/object/x', 403, rest('FORBIDDEN')],
])('%s, answered %i with %o, is none', async (path, status, headers) => {
  expect(await read(path, status, headers as Record<string, string>)).toBeUndefined()
})

const byPolicy = { statusCode: '403', error: 'Unauthorized', message: 'new row violates row-level security policy' }
const OBJECT = '/storage/v1/object'
test.each([
  [`${OBJECT}/lesson-files/course/secret name.pdf`, 400, byPolicy, 'POST storage/object/lesson-files'],
  [
    `${OBJECT}/list/support-files`,
    400,
    { ...byPolicy, message: 'Access denied' },
    'POST storage/object/list/support-files',
  ],
  [`${OBJECT}/move`, 400, byPolicy, 'POST storage/object/move'],
  ['/storage/v1/upload/resumable/abc', 400, byPolicy, 'POST storage/upload/resumable/abc'],
  ['/storage/v1/bucket', 400, byPolicy, 'POST storage/bucket'],
  ['/functions/v1/deliver-mail', 403, { code: 'FORBIDDEN', message: '' }, 'functions/deliver-mail'],
  ['/functions/v1/sign-lesson-file', 403, { code: 'FILE_REFUSED', message: '' }, 'functions/sign-lesson-file'],
])('%s, answered %i, is a right that was refused', async (path, status, body, what) => {
  const by = { headers: { authorization: token({ sub: ID }) } }
  expect(await readBody(path, status, body, by)).toEqual({ kind: 'rights', what, user_id: ID })
})

test.each([
  [`${OBJECT}/images/x`, 400, { ...byPolicy, message: 'Invalid Compact JWS' }],
  [`${OBJECT}/images/x`, 400, { statusCode: '404', error: 'not_found', message: 'Object not found' }],
  [`${OBJECT}/images/x`, 200, byPolicy],
  [`${OBJECT}/images/x`, 400, null],
  [`${OBJECT}/images/x`, 400, [byPolicy]],
  ['/functions/v1/batch-progress', 401, { code: 'NO_SESSION' }],
  ['/functions/v1/batch-progress', 403, { code: 'toString' }],
  ['/functions/v1/batch-progress', 400, { code: 'FORBIDDEN' }],
])('%s, answered %i with %o, is no refused right', async (path, status, body) => {
  expect(await readBody(path, status, body)).toBeUndefined()
})

test('a wait that a function asks for is noted as one', async () => {
  const refusal = await readBody('/functions/v1/account-recovery', 429, { code: 'TOO_MANY_REQUESTS' })
  expect(refusal).toEqual({ kind: 'limited', what: 'functions/account-recovery' })
})

test('a link that a browser opened is refused by where it leads', async () => {
  const location = 'https://academy.test/x#error=access_denied&error_code=otp_expired&sb='
  expect(await read('/auth/v1/verify?token=secret', 303, { location })).toEqual({ kind: 'link', what: 'verify' })
  expect(await read('/auth/v1/verify', 303, { location: 'https://academy.test/#access_token=x' })).toBeUndefined()
})

test('the account of a token counts only where the service that refused had verified it', async () => {
  const by = (authorization: string) => ({ headers: { authorization } })
  expect(await read('/rest/v1/rpc/x', 403, rest('FORBIDDEN'), by(token({ sub: ID })))).toHaveProperty('user_id', ID)
  for (const forged of [token({ sub: 'x' }), token([]), 'Bearer a.%%%.b', 'Bearer x', ''])
    expect(await read('/rest/v1/rpc/x', 403, rest('FORBIDDEN'), by(forged))).toEqual({ kind: 'rights', what: 'rpc/x' })
  expect(await read('/auth/v1/verify', 403, auth('otp_expired'), by(token({ sub: ID })))).not.toHaveProperty('user_id')
})

test('a body names an address, or a link, and nothing else of it is taken', () => {
  const code = { kind: 'code', what: 'verify' } as const
  const text = JSON.stringify({ email: 'd@e.org', token: '123456', type: 'email' })
  expect(withBody(code, text)).toEqual({ ...code, account: 'd@e.org' })
  expect(withBody(code, '{"token_hash": "secret"}')).toEqual({ ...code, kind: 'link' })
  for (const odd of ['', '{', 'null', '[]', '{"email": 1}', JSON.stringify({ email: 'x'.repeat(321) })])
    expect(withBody(code, odd)).toEqual(code)
})
