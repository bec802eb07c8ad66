import { AuthError, invalid } from '../protocol/errors.ts'
import type { Endpoint } from '../service.ts'
import { requireSignedIn } from '../sessions/authenticate.ts'
import { OTHER_PROVIDERS } from './about.ts'
import { failedRedirect } from './verify-get.ts'

/** An endpoint of a service that this server does not offer; it says so in the protocol's words. */
const disabled =
  (status: number, code: string, message: string): Endpoint =>
  async () => {
    throw new AuthError(status, code, message)
  }

/** GET /authorize: signing in at another service. */
export const authorizeDisabled: Endpoint = async ({ url }) => {
  const name = url.searchParams.get('provider') ?? ''
  const why = OTHER_PROVIDERS.includes(name) ? 'provider is not enabled' : `Provider ${name} could not be found`
  throw invalid(`Unsupported provider: ${why}`)
}

/** /callback: nobody was sent to another service, so nobody comes back from one; the site shows the error. */
export const callbackDisabled: Endpoint = async ({ url, service }) => {
  const error = url.searchParams.get('state')
    ? new AuthError(400, 'bad_oauth_state', 'OAuth callback with invalid state')
    : new AuthError(400, 'bad_oauth_callback', 'OAuth state parameter missing')
  return failedRedirect(`${service.settings.siteUrl}?`, error)
}

export const ssoDisabled = disabled(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')
export const passkeysDisabled = disabled(404, 'passkey_disabled', 'Passkeys are disabled')
export const oauthServerDisabled = disabled(404, 'feature_disabled', 'OAuth server is disabled')

/** /user/identities: a signed-in person gets the refusal that accounts are not linked. */
export const linkingDisabled: Endpoint = async (request) => {
  await requireSignedIn(request)
  throw new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled')
}
