import type { Endpoint } from '../service.ts'

/** Services at which GoTrue could let people sign in; none is offered here. */
export const OTHER_PROVIDERS =
  'apple azure bitbucket discord facebook figma fly github gitlab google kakao keycloak linkedin linkedin_oidc notion slack slack_oidc snapchat spotify twitch twitter workos zoom'.split(
    ' ',
  )
const TEN_MINUTES = { 'cache-control': 'public, max-age=600' }

/** GET /health. */
export const health: Endpoint = async () =>
  Response.json({
    version: 'embedded',
    name: 'GoTrue',
    description: 'GoTrue is a user registration and authentication API',
  })

/** GET /settings: what a sign-in page may offer. */
export const settings: Endpoint = async ({ service }) =>
  Response.json({
    external: {
      ...Object.fromEntries(OTHER_PROVIDERS.map((name) => [name, false])),
      email: service.settings.emailSignupEnabled,
      phone: service.settings.phonePasswords,
      anonymous_users: service.settings.anonymousEnabled,
    },
    disable_signup: !service.settings.signupEnabled,
    mailer_autoconfirm: service.settings.autoconfirm,
    phone_autoconfirm: service.settings.phonePasswords,
    sms_provider: '',
    saml_enabled: false,
    saml_private_key_next_configured: false,
    passkeys_enabled: false,
  })

/** GET /.well-known/jwks.json: the public keys of the access tokens. */
export const jwks: Endpoint = async ({ service }) => Response.json(service.jwt.jwks(), { headers: TEN_MINUTES })

/** GET /.well-known/openid-configuration: where keys and addresses are (OpenID Connect Discovery 1.0, section 3). */
export const openIdConfiguration: Endpoint = async ({ service }) => {
  const issuer = service.settings.baseUrl
  const body = {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    userinfo_endpoint: `${issuer}/oauth/userinfo`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256', 'HS256', 'ES256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    scopes_supported: ['openid', 'profile', 'email', 'phone'],
    claims_supported: [
      'sub',
      'aud',
      'iss',
      'exp',
      'iat',
      'auth_time',
      'nonce',
      'email',
      'email_verified',
      'phone_number',
      'phone_number_verified',
      'name',
      'picture',
      'preferred_username',
      'updated_at',
    ],
    code_challenge_methods_supported: ['S256', 'plain'],
  }
  return Response.json(body, { headers: TEN_MINUTES })
}
