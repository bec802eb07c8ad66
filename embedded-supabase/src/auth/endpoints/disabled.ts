import { AuthError } from '../protocol/errors.ts'
import type { Endpoint } from '../service.ts'

/** An endpoint of a service that this server does not offer; it says so in the protocol's words. */
const disabled =
  (status: number, code: string, message: string): Endpoint =>
  async () => {
    throw new AuthError(status, code, message)
  }

export const oauthDisabled = disabled(400, 'validation_failed', 'Unsupported provider: provider is not enabled')
export const ssoDisabled = disabled(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')
export const linkingDisabled = disabled(404, 'manual_linking_disabled', 'Manual linking is disabled')
export const passkeysDisabled = disabled(404, 'passkey_disabled', 'Passkeys are disabled')
export const oauthServerDisabled = disabled(404, 'feature_disabled', 'OAuth server is disabled')
