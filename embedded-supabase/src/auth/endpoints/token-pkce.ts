import { z } from 'zod'
import { findUser, isBanned } from '../accounts/user-row.ts'
import { readBody } from '../protocol/body.ts'
import { AuthError, invalid } from '../protocol/errors.ts'
import { text } from '../protocol/fields.ts'
import type { Endpoint } from '../service.ts'
import { sessionAnswer, signIn } from '../sessions/sign-in.ts'
import { redeemAuthCode } from '../tokens/flow-state.ts'
import { transact } from '../transact.ts'

const schema = z.object({ auth_code: text, code_verifier: text })

/** grant_type=pkce: a session for the code of a redirect and the verifier of the browser that asked. */
export const grantPkce: Endpoint = async (request) => {
  const body = await readBody(request.request, schema)
  if (!body.auth_code || !body.code_verifier) {
    throw invalid('invalid request: both auth code and code verifier should be non-empty')
  }
  const session = await transact(request.service, async (tx) => {
    const { userId, method } = await redeemAuthCode(tx, body.auth_code, body.code_verifier)
    const user = await findUser(tx, userId)
    if (!user || isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned')
    return signIn(tx, request, userId, method)
  })
  return sessionAnswer(session)
}
