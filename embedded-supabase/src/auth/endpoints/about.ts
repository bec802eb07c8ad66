import type { Endpoint } from '../service.ts'

const OTHER_PROVIDERS =
  'apple azure bitbucket discord facebook figma fly github gitlab google kakao keycloak linkedin linkedin_oidc notion slack slack_oidc snapchat spotify twitch twitter workos x zoom'

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
      ...Object.fromEntries(OTHER_PROVIDERS.split(' ').map((name) => [name, false])),
      email: service.settings.emailSignupEnabled,
      phone: service.settings.phonePasswords,
      anonymous_users: service.settings.anonymousEnabled,
    },
    disable_signup: !service.settings.signupEnabled,
    mailer_autoconfirm: service.settings.autoconfirm,
    phone_autoconfirm: service.settings.phonePasswords,
    sms_provider: '',
    saml_enabled: false,
    passkeys_enabled: false,
  })

/** GET /.well-known/jwks.json: the public keys of the access tokens. */
export const jwks: Endpoint = async ({ service }) =>
  Response.json(service.jwt.jwks(), { headers: { 'cache-control': 'public, max-age=600' } })
