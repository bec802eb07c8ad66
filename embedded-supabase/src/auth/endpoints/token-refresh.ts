import { z } from 'zod'
import { readBody } from '../protocol/body.ts'
import { invalid } from '../protocol/errors.ts'
import { text } from '../protocol/fields.ts'
import type { Endpoint } from '../service.ts'
import { refreshSession } from '../sessions/refresh.ts'
import { sessionAnswer } from '../sessions/sign-in.ts'
import { transact } from '../transact.ts'

const SHORTEST = 12
const schema = z.object({ refresh_token: text })

/** grant_type=refresh_token: rotates the token, with reuse detection. */
export const grantRefresh: Endpoint = async (request) => {
  const { refresh_token: token } = await readBody(request.request, schema)
  if (token.length < SHORTEST) throw invalid('Refresh token is not valid')
  return sessionAnswer(await transact(request.service, (tx) => refreshSession(tx, request, token)))
}
