import { z } from 'zod'
import { requireEmail } from '../accounts/email-address.ts'
import { findUserByEmail } from '../accounts/user-row.ts'
import { limitRequests } from '../limits.ts'
import { chargeAsMailed, mailToken } from '../mails/mailings.ts'
import { withMinimumDuration } from '../minimum-duration.ts'
import { readBody } from '../protocol/body.ts'
import { invalid } from '../protocol/errors.ts'
import { challenge, text } from '../protocol/fields.ts'
import type { Endpoint } from '../service.ts'
import { checkChallenge } from '../tokens/flow-state.ts'
import { transact } from '../transact.ts'

const schema = z.object({ email: text, ...challenge })

/** POST /recover: mails a recovery link; says the same for an unknown address, after the same time. */
export const recover: Endpoint = async (request) => {
  await limitRequests(request, 'sign_in')
  const body = await readBody(request.request, schema)
  if (!body.email) throw invalid('Password recovery requires an email')
  checkChallenge(body)
  const email = requireEmail(body.email)
  const redirectTo = request.service.redirects.target(request.request, request.url)
  await withMinimumDuration(request.service.answerFloorMs, () =>
    transact(request.service, async (tx) => {
      const user = await findUserByEmail(tx, email)
      if (user) await mailToken(tx, request, 'recovery', user, { redirectTo, challenge: body, disclosesTo: 'nobody' })
      else await chargeAsMailed(tx, request, email)
    }),
  )
  return Response.json({})
}
