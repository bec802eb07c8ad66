import { limitRequests } from '../limits.ts'
import { AuthError } from '../protocol/errors.ts'
import type { Endpoint } from '../service.ts'
import { grantPassword } from './token-password.ts'
import { grantPkce } from './token-pkce.ts'
import { grantRefresh } from './token-refresh.ts'

const disabled =
  (status: number, code: string, message: string): Endpoint =>
  async () => {
    throw new AuthError(status, code, message)
  }

const GRANTS: Record<string, Endpoint> = {
  password: grantPassword,
  refresh_token: grantRefresh,
  pkce: grantPkce,
  id_token: disabled(400, 'provider_disabled', 'Provider is not enabled'),
  web3: disabled(422, 'web3_provider_disabled', 'Web3 provider is disabled'),
}

/** POST /token: a session for a password, a refresh token or the code of a PKCE flow. */
export const token: Endpoint = async (request) => {
  await limitRequests(request, 'token')
  const grant = request.url.searchParams.get('grant_type') ?? ''
  const run = Object.hasOwn(GRANTS, grant) ? GRANTS[grant] : undefined
  if (!run) throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type')
  return run(request)
}
