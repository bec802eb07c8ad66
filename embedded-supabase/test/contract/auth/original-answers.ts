/** Who asks: with no key at all, a wrong one, the anonymous key alone, or beside it the token of a person or the service key. */
type Asker = 'nobody' | 'wrong key' | 'anonymous' | 'person' | 'service'

/** What a row may name: an address without an account, one with, their ids, and what is under way for them. */
export type Known = { fresh: string; email: string; userId: string; factorId: string; challengeId: string }

type Original = {
  status: number
  /** The error code in the body. */
  code?: string
  message?: string | RegExp
  /** The whole body, where it is no JSON. */
  text?: string
  headers?: Record<string, string | RegExp | null>
  /** Keys of the body, by path. */
  has?: string[]
  lacks?: string[]
}

type Row = {
  name: string
  ask: [method: string, path: string | ((known: Known) => string), as: Asker]
  body?: string | ((known: Known) => object)
  original: Original
}

const FOREIGN = `redirect_to=${encodeURIComponent('https://evil.example/')}`
const NO_SUB = { status: 403, code: 'bad_jwt', message: 'invalid claim: missing sub claim' }
const MISSING_PAGE = { status: 404, text: '404 page not found\n', headers: { 'content-type': /^text\/plain/ } }
const badJson = (why: string) => ({
  status: 400,
  code: 'bad_json',
  message: `Could not parse request body as JSON: ${why}`,
})
const ENDED = badJson('unexpected end of JSON input')

/** How GoTrue of August 2026 behind Supabase's gateway answered requests that this server once answered otherwise. */
export const ORIGINAL_ANSWERS: Row[] = [
  {
    name: 'settings',
    ask: ['GET', '/settings', 'anonymous'],
    original: { status: 200, has: ['saml_private_key_next_configured'], lacks: ['external.x'] },
  },
  { name: 'keys', ask: ['GET', '/.well-known/jwks.json', 'nobody'], original: { status: 200, has: ['keys.0.ext'] } },
  {
    name: 'OpenID discovery',
    ask: ['GET', '/.well-known/openid-configuration', 'nobody'],
    original: {
      status: 200,
      headers: { 'cache-control': 'public, max-age=600' },
      has: [
        ...['authorization_endpoint', 'claims_supported.0', 'code_challenge_methods_supported.0'],
        ...['grant_types_supported.0', 'id_token_signing_alg_values_supported.0', 'issuer', 'jwks_uri'],
        ...['response_modes_supported.0', 'response_types_supported.0', 'scopes_supported.0'],
        ...['subject_types_supported.0', 'token_endpoint', 'token_endpoint_auth_methods_supported.0'],
        'userinfo_endpoint',
      ],
    },
  },
  {
    name: 'OAuth server metadata',
    ask: ['GET', '/.well-known/oauth-authorization-server', 'nobody'],
    original: { status: 404, code: 'feature_disabled', message: 'OAuth server is disabled' },
  },
  {
    name: 'no API key',
    ask: ['GET', '/user', 'nobody'],
    original: {
      status: 401,
      message: 'No API key found in request',
      headers: { 'www-authenticate': 'Key realm="kong"', 'x-sb-error-code': null },
      has: ['hint'],
      lacks: ['code'],
    },
  },
  {
    name: 'a wrong API key',
    ask: ['GET', '/settings', 'wrong key'],
    original: { status: 401, message: 'Invalid API key', has: ['hint'], lacks: ['code'] },
  },
  { name: 'unknown path', ask: ['GET', '/nowhere', 'anonymous'], original: MISSING_PAGE },
  { name: 'root', ask: ['GET', '/', 'anonymous'], original: MISSING_PAGE },
  {
    name: 'another method',
    ask: ['GET', '/signup', 'anonymous'],
    original: { status: 405, text: '', headers: { allow: 'POST', 'content-type': null, 'x-sb-error-code': null } },
  },
  {
    name: 'HEAD of a link',
    ask: ['HEAD', '/verify', 'nobody'],
    original: { status: 405, headers: { allow: 'GET, POST' } },
  },
  { name: 'another method of a person', ask: ['DELETE', '/user', 'anonymous'], original: NO_SUB },
  { name: 'PATCH of a person', ask: ['PATCH', '/user', 'anonymous'], original: NO_SUB },
  {
    name: 'preflight',
    ask: ['OPTIONS', '/signup', 'nobody'],
    original: {
      status: 200,
      headers: {
        'access-control-allow-methods': 'GET,HEAD,PUT,PATCH,POST,DELETE,OPTIONS,TRACE,CONNECT',
        'access-control-expose-headers': null,
      },
    },
  },
  { name: 'signup, half a body', ask: ['POST', '/signup', 'anonymous'], body: '{"email":"a', original: ENDED },
  { name: 'signup, no value', ask: ['POST', '/signup', 'anonymous'], body: '{"email":', original: ENDED },
  {
    name: 'signup, a list',
    ask: ['POST', '/signup', 'anonymous'],
    body: '[]',
    original: { ...badJson(''), message: /json: cannot unmarshal array into Go value/ },
  },
  {
    name: 'signup, a number',
    ask: ['POST', '/signup', 'anonymous'],
    body: '{"email":1}',
    original: {
      ...badJson(''),
      message: /json: cannot unmarshal number into Go struct field (.+\.)?email of type string$/,
    },
  },
  {
    name: 'signup, foreign redirect_to',
    ask: ['POST', `/signup?${FOREIGN}`, 'anonymous'],
    body: ({ fresh }) => ({ email: fresh, password: 'correct horse', data: { first_name: 'a' } }),
    original: {
      status: 200,
      has: [
        'confirmation_sent_at',
        'identities.0.identity_data.first_name',
        'identities.0.identity_data.email_verified',
      ],
    },
  },
  {
    name: 'signup, anonymous sign-in off',
    ask: ['POST', '/signup', 'anonymous'],
    body: () => ({}),
    original: { status: 422, code: 'anonymous_provider_disabled', message: 'Anonymous sign-ins are disabled' },
  },
  {
    name: 'signup, short password',
    ask: ['POST', '/signup', 'anonymous'],
    body: ({ fresh }) => ({ email: fresh, password: 'x' }),
    original: {
      status: 422,
      code: 'weak_password',
      headers: { 'x-sb-error-code': null },
      has: ['weak_password.reasons.0'],
    },
  },
  {
    name: 'otp, no address at all, no new accounts',
    ask: ['POST', '/otp', 'anonymous'],
    body: () => ({ email: 'nonsense', create_user: false }),
    original: { status: 422, code: 'otp_disabled', message: 'Signups not allowed for otp' },
  },
  {
    name: 'otp, a text',
    ask: ['POST', '/otp', 'anonymous'],
    body: 'x',
    original: badJson("invalid character 'x' looking for beginning of value"),
  },
  {
    name: 'otp, foreign redirect_to',
    ask: ['POST', `/otp?${FOREIGN}`, 'anonymous'],
    body: ({ fresh }) => ({ email: fresh }),
    original: { status: 200, lacks: ['code', 'message'] },
  },
  {
    name: 'magiclink for nobody',
    ask: ['POST', '/magiclink', 'anonymous'],
    body: () => ({}),
    original: { status: 422, code: 'validation_failed', message: 'Password recovery requires an email' },
  },
  { name: 'verify, half a body', ask: ['POST', '/verify', 'anonymous'], body: '{', original: ENDED },
  {
    name: 'a link with a foreign redirect_to',
    ask: ['GET', `/verify?token=x&type=signup&${FOREIGN}`, 'nobody'],
    original: {
      status: 303,
      headers: { location: /^http:\/\/127\.0\.0\.1:\d+#error=access_denied&error_code=otp_expired/ },
    },
  },
  {
    name: 'a link made for a new account',
    ask: ['POST', '/admin/generate_link', 'service'],
    body: ({ fresh }) => ({ type: 'signup', email: fresh, password: 'correct horse', data: { first_name: 'a' } }),
    original: { status: 200, has: ['user_metadata.first_name'], lacks: ['identities.0.identity_data.first_name'] },
  },
  {
    name: 'a link made with a foreign redirect_to',
    ask: ['POST', `/admin/generate_link?${FOREIGN}`, 'service'],
    body: ({ fresh }) => ({ type: 'magiclink', email: fresh }),
    original: { status: 200, has: ['action_link', 'hashed_token', 'email_otp', 'confirmation_sent_at'] },
  },
  { name: 'user without a token', ask: ['GET', '/user', 'anonymous'], original: NO_SUB },
  { name: 'update without a token', ask: ['PUT', '/user', 'anonymous'], body: () => ({}), original: NO_SUB },
  { name: 'factors without a token', ask: ['POST', '/factors', 'anonymous'], body: () => ({}), original: NO_SUB },
  { name: 'logout without a token', ask: ['POST', '/logout', 'anonymous'], original: NO_SUB },
  {
    name: 'refresh of nothing',
    ask: ['POST', '/token?grant_type=refresh_token', 'anonymous'],
    body: () => ({ refresh_token: '' }),
    original: { status: 400, code: 'validation_failed', message: 'Refresh token is not valid' },
  },
  {
    name: 'refresh, half a body',
    ask: ['POST', '/token?grant_type=refresh_token', 'anonymous'],
    body: '{',
    original: ENDED,
  },
  { name: 'update, half a body', ask: ['PUT', '/user', 'person'], body: '{', original: ENDED },
  {
    name: 'update of nothing',
    ask: ['PUT', '/user', 'person'],
    body: () => ({}),
    original: { status: 200, lacks: ['confirmation_sent_at', 'recovery_sent_at'] },
  },
  {
    name: 'authorize without a provider',
    ask: ['GET', '/authorize', 'nobody'],
    original: { status: 400, code: 'validation_failed', message: 'Unsupported provider: Provider  could not be found' },
  },
  {
    name: 'authorize at a provider',
    ask: ['GET', '/authorize?provider=google', 'nobody'],
    original: { status: 400, code: 'validation_failed', message: 'Unsupported provider: provider is not enabled' },
  },
  {
    name: 'callback',
    ask: ['GET', '/callback', 'nobody'],
    original: {
      status: 303,
      headers: {
        location:
          /^http:\/\/127\.0\.0\.1:\d+\?error=invalid_request&error_code=bad_oauth_callback&error_description=OAuth\+state\+parameter\+missing$/,
      },
    },
  },
  {
    name: 'a factor, no code',
    ask: ['POST', ({ factorId }) => `/factors/${factorId}/verify`, 'person'],
    body: ({ challengeId }) => ({ challenge_id: challengeId }),
    original: { status: 400, code: 'validation_failed', message: 'Code needs to be non-empty' },
  },
  {
    name: 'a person with a factor who was mailed a code',
    ask: ['GET', '/user', 'person'],
    original: { status: 200, has: ['factors.0.phone', 'reauthentication_sent_at'] },
  },
  {
    name: 'the list of users',
    ask: ['GET', '/admin/users?per_page=2', 'service'],
    original: { status: 200, has: ['users.0.identities'], lacks: ['users.0.identities.0', 'users.0.factors'] },
  },
  {
    name: 'the list of users, wrong page',
    ask: ['GET', '/admin/users?page=x', 'service'],
    original: {
      status: 400,
      code: 'validation_failed',
      message: 'Bad Pagination Parameters: strconv.ParseUint: parsing "x": invalid syntax',
    },
  },
  {
    name: 'a user made',
    ask: ['POST', '/admin/users', 'service'],
    body: ({ fresh }) => ({ email: fresh, email_confirm: true, user_metadata: { a: 1 } }),
    original: { status: 200, has: ['user_metadata.a', 'email_confirmed_at'], lacks: ['confirmed_at'] },
  },
  {
    name: 'a user read',
    ask: ['GET', ({ userId }) => `/admin/users/${userId}`, 'service'],
    original: { status: 200, has: ['user_metadata.a', 'confirmed_at', 'identities.0.identity_data.email'] },
  },
  {
    name: 'an unknown path of a user that is none',
    ask: ['POST', '/admin/users/x/logout', 'service'],
    original: { status: 404, code: 'validation_failed', message: 'user_id must be an UUID' },
  },
  { name: 'an unknown path of administrators', ask: ['GET', '/admin/nothing', 'service'], original: MISSING_PAGE },
  {
    name: 'an unknown path of administrators, for a person',
    ask: ['GET', '/admin/nothing', 'person'],
    original: { status: 403, code: 'not_admin', message: 'User not allowed' },
  },
  {
    name: 'audit',
    ask: ['GET', '/admin/audit', 'service'],
    original: { status: 200, headers: { 'x-total-count': /\d/ } },
  },
  {
    name: 'too large a body',
    ask: ['POST', '/otp', 'anonymous'],
    body: () => ({ email: 'x'.repeat(1024 * 1024) }),
    original: {
      status: 413,
      code: 'request_entity_too_large',
      message: 'Request body too large (max 1048576 bytes)',
    },
  },
]
